/** The program: a server that ends with the signals of its operator. Everything that can be wrong at the start is one sentence and an exit code. */
import { setFlagsFromString } from 'node:v8'
import { readConfig } from './config.ts'
import type { Config } from './kernel/config.ts'
import { StartError } from './kernel/start-error.ts'
import type { FirstPassword } from './seed/seed.ts'
import { serve } from './serve.ts'
import { DRAIN_MS } from './serving.ts'
import type { Serving } from './serving.ts'

/**
 * V8 lets the heap of a long export grow to three times what it holds before it looks for what can go. Looking sooner costs
 * a tenth of the processor time of such an export, and a million rows stay within 150 MB (npm run bench:export).
 */
const HEAP_GROWTH = '--heap-growing-percent=20'

async function start(): Promise<void> {
  setFlagsFromString(HEAP_GROWTH)
  const config = readConfig(process.env)
  const { server, passwords } = await serve(config, { print, onListening: endWithSignals })
  greet(config, server, passwords)
}

/** From the moment the port is taken: told to stop while the seeds run, the server ends as cleanly as later. */
function endWithSignals(server: Serving): void {
  let stopping = false
  const end = async (code: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), DRAIN_MS + 5000).unref()
    await server.stop()
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0))
  process.on('uncaughtException', (error) => {
    server.app.log.fatal({ err: error }, 'an error nobody handled')
    void end(1)
  })
}

function greet(config: Config, { database: { engine, version }, storage: { place } }: Serving, passwords: readonly FirstPassword[]): void {
  const promise =
    engine === 'embedded'
      ? 'safe against a killed process, not against a power failure; for production set DATABASE_URL'
      : 'a commit is on disk before it is acknowledged, as the database is configured'
  const lines = [
    '',
    `  Outstation is ready at ${config.publicUrl}`,
    `  Database: ${engine === 'embedded' ? `embedded PostgreSQL ${version} in ${config.dataDir}` : `PostgreSQL ${version}`} (${promise})`,
    `  Files: ${config.s3 ? `S3 store at ${place}` : place}`,
  ]
  if (passwords.length > 0) {
    lines.push('', '  First passwords, shown only now:', '', '    tenant   user     password')
    for (const { tenantCode, username, password } of passwords) lines.push(`    ${tenantCode.padEnd(8)} ${username.padEnd(8)} ${password}`)
  }
  print([...lines, ''].join('\n'))
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

start().catch((error: unknown) => {
  process.stderr.write(
    error instanceof StartError
      ? `Outstation cannot start: ${error.message}\n`
      : `Outstation cannot start: ${(error as Error).stack ?? String(error)}\n`,
  )
  process.exit(1)
})
