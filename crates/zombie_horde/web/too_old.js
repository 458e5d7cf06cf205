// Browsers without modules run this file, and only this one.
document.documentElement.setAttribute("data-state", "failed");
document.getElementById("message").textContent =
    "This demo needs WebGL 2 and WebAssembly, and this browser is too old for them.";
