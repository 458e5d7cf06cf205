// Loads the demo with a progress bar, or says why it cannot run.

const root = document.documentElement;
const message = document.getElementById("message");
const progress = document.getElementById("progress");

function fail(text) {
    // The first failure is the cause of the others.
    if (root.dataset.state !== "failed") {
        message.textContent = text;
        root.dataset.state = "failed";
    }
}

/** Counts the bytes of a response on their way. */
function counted(response) {
    const counter = new TransformStream({
        transform(chunk, controller) {
            progress.value += chunk.byteLength;
            const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
            message.textContent = `Loading: ${megabytes(progress.value)} of ${megabytes(progress.max)} MB`;
            controller.enqueue(chunk);
        },
        flush() {
            message.textContent = "Starting";
        },
    });
    const headers = { "Content-Type": "application/wasm" };
    return new Response(response.body.pipeThrough(counter), { headers });
}

async function load(file) {
    const response = await fetch(file);
    if (!response.ok) {
        throw new Error(`${file}: ${response.status} ${response.statusText}`);
    }
    return counted(response);
}

async function start() {
    if (!document.createElement("canvas").getContext("webgl2")) {
        return fail("This demo needs WebGL 2, and this browser has none or has switched it off.");
    }
    const stopped = () => fail("The demo has stopped with an error; the console names it. Reload the page.");
    try {
        const [{ default: init }, program] = await Promise.all([
            import("./zombie_horde.js"),
            load(new URL("zombie_horde_bg.wasm", import.meta.url)),
        ]);
        window.addEventListener("error", stopped);
        window.addEventListener("unhandledrejection", stopped);
        await init({ module_or_path: program });
        document.getElementById("horde").focus();
    } catch (error) {
        console.error(error);
        fail(`The demo could not be loaded. ${error.message}`);
    }
}

start();
