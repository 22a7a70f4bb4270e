/** `npm start`: installs what is missing, builds the web when it is old, and starts the server. */
// The whole module, not its export by name: Node 20 lacks enableCompileCache, and a missing name ends the start before its first line.
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWeb, install, root, run, runtime } from './bootstrap.mjs'

/** npm passes SIGTERM to the shell it runs us in, and such a shell may end without telling us: then we have another parent. */
const parent = process.ppid
const endWithParent = () => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}
if (process.env.npm_lifecycle_event === 'start' && process.platform !== 'win32') setInterval(endWithParent, 250).unref()

install()
await buildWeb()
const main = join(root, 'server', 'start.ts')
// Modules are compiled once, not at every start: that is half of the time until the database is opened. By the environment, which threads have as well.
const compiled = join(root, '.cache', 'compiled')
process.env.NODE_COMPILE_CACHE = compiled
// From the second start on npm finds the pinned Node itself, and the server needs no process of its own.
if (runtime() === process.execPath) {
  module.enableCompileCache?.(compiled)
  await import(pathToFileURL(main).href)
} else {
  process.exitCode = await run([main])
}
