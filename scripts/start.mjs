/** `npm start`: installs what is missing, builds the web when it is old, and starts the server. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWeb, install, root, run, runtime } from './bootstrap.mjs'

install()
await buildWeb()
const main = join(root, 'server', 'main.ts')
// From the second start on npm finds the pinned Node itself, and the server needs no process of its own.
if (runtime() === process.execPath) await import(pathToFileURL(main).href)
else process.exitCode = await run([main])
