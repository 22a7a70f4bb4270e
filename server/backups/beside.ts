/** Work in a process of its own, so that all the memory it takes is given back when it ends: the server's side of it, and the program's. */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { finished } from 'node:stream'
import { text } from 'node:stream/consumers'

/**
 * Gives what the program printed. It runs without the optimising compiler of WebAssembly, which takes 600 MB for work that would not pay off, and
 * looks for garbage more often, because buffers of streams are most of what it has.
 */
export async function runBeside(program: string, words: readonly string[]): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--liftoff-only', '--max-semi-space-size=1', '--disable-warning=ExperimentalWarning', program, ...words],
    { stdio: 'pipe' },
  )
  const ended = new Promise<number | string | null>((resolve, reject) =>
    child.once('error', reject).once('close', (code, signal) => resolve(code ?? signal)),
  )
  const [code, printed, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (code !== 0)
    throw new Error(errors.split('\n').find((line) => line.includes('Error')) ?? `the program for ‘${words[0]}’ ended with ${code}`)
  return printed
}

/** Does the work of such a program: prints as JSON what it gives, and ends. */
export async function workBeside(work: () => Promise<unknown>): Promise<void> {
  // Nobody waits for it. But not by so much that a machine which is busy for hours has no backup for as long: at 10 it has a tenth of what others have, at 5 a third.
  setPriority(5)
  // Who started it may be gone.
  finished(process.stdin.resume(), () => process.exit(1))
  const printed = JSON.stringify(await work()) ?? ''
  process.stdout.write(printed, () => process.exit(0))
}
