/**
 * Runs the tests of a file as Vitest does, and notes how much processor time the file took, with the browsers and servers it started: several run
 * beside each other, so how long one takes says little about what it costs. scripts/test.mjs prints the costliest at the end of each run.
 */
import { appendFileSync, readFileSync, readdirSync } from 'node:fs'
import { TestRunner } from 'vitest'

/** A line for each file, `seconds name`; nothing is noted without it. */
const NOTES = process.env['PROCESSOR_NOTES']
/** Clock ticks in a second, of every Linux there is (proc(5), getconf CLK_TCK). */
const TICKS = 100

export default class Runner extends TestRunner {
  #before = 0

  onBeforeCollect(): void {
    this.#before = NOTES === undefined ? 0 : processorSeconds()
  }

  // Once for each file: no worker is given two at a time.
  override onAfterRunFiles(files: readonly { readonly name: string }[] = []): void {
    super.onAfterRunFiles()
    if (NOTES === undefined || files.length === 0) return
    appendFileSync(NOTES, `${(processorSeconds() - this.#before).toFixed(2)} ${files.map(({ name }) => name).join(' ')}\n`)
  }
}

/** What this process has used so far with all that it has started, in seconds; 0 where the operating system is not asked so. */
function processorSeconds(): number {
  if (process.platform !== 'linux') return 0
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []))
  const ours = new Set([process.pid])
  // A process is younger than the one that started it, but numbers start over: until none is found any more.
  for (let before = 0; before !== ours.size;) {
    before = ours.size
    for (const { pid, parent } of processes) if (ours.has(parent)) ours.add(pid)
  }
  return processes.filter(({ pid }) => ours.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS
}

/** One process that may have ended meanwhile: who started it, and what it and those of its own that have ended used. */
function statOf(pid: number): { pid: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may hold anything: state and parent follow it.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return [{ pid, parent: fields[1] ?? 0, ticks: fields.slice(11, 15).reduce((sum, each) => sum + each, 0) }]
  } catch {
    return []
  }
}
