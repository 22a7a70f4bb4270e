/** Programs of a measurement, in processes of their own. Whatever one of them dies of stands in the error, not only on the screen. */
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** How much of what a program wrote goes into an error: its last characters. */
const KEPT = 2000

export interface Program {
  readonly url: string
  stop(): Promise<void>
}

/** The path of a program beside the measurements, such as `load.ts`. */
export const programOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

/** Starts a server by these words for node; its address is the first line it prints. @throws Error with what it wrote when it ends before. */
export async function startProgram(name: string, words: readonly string[]): Promise<Program> {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = endOf(child)
  let stopping = false
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('\n')) resolve(output.split('\n')[0] as string)
    })
    // One that ends later is told of on the screen: whoever speaks to it only sees a connection that is refused.
    void ended.then((how) => {
      reject(new Error(`${name} ended with ${how}`))
      if (!stopping) process.stderr.write(`${name} ended in the middle of the measurement with ${how}\n`)
    })
  })
  return {
    url: address.trim(),
    async stop() {
      stopping = true
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs a program, gives it the input as JSON, and reads the JSON it prints. @throws Error with what it wrote when it fails. */
export async function ask<Answer>(name: string, program: string, input: unknown): Promise<Answer> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = endOf(child)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  // What a program that has died does not read any more is no error of its own.
  child.stdin.on('error', () => undefined)
  child.stdin.end(JSON.stringify(input))
  const how = await ended
  if (how !== 'code 0') throw new Error(`${name} ended with ${how}`)
  try {
    return JSON.parse(output) as Answer
  } catch {
    throw new Error(`${name} printed no JSON: ${output.slice(0, KEPT) || 'nothing'}`)
  }
}

/** How it ended, with what it wrote to its standard error; a good end is `code 0` and nothing else. */
export function endOf(child: ChildProcess): Promise<string> {
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-KEPT)
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`an error: ${error.message}`))
    child.once('close', (code, signal) =>
      resolve(code === 0 ? 'code 0' : `${code === null ? `signal ${signal}` : `code ${code}`}: ${errors.trim() || 'nothing was written'}`),
    )
  })
}
