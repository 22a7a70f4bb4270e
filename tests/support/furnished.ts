/**
 * Runs once before the browser tests: the folder of a server that has started with its demonstration and stopped again. Every
 * test file works in a copy of its own, which is ready in a quarter of the time.
 */
import type { TestProject } from 'vitest/node'
import { run, temporaryFolder } from './process.ts'

/** The plain password of every demonstration account there. */
export const PASSWORD = 'correct-horse'

/** What the demonstration is made with, and every server that starts in a copy of it. */
export const variables = { DEMO: 'on', DEMO_PASSWORD: PASSWORD, RATE_LIMIT: '1000000', TIME_ZONE: 'Asia/Shanghai' } as const

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder to copy, which nobody works in. */
    furnished: string
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = temporaryFolder()
  const server = await run({ ...variables, DATA_DIR: folder.path })
  const code = await server.stop()
  if (code !== 0) throw new Error(`the server of the demonstration ended with ${code}`)
  project.provide('furnished', folder.path)
  return () => folder.remove()
}
