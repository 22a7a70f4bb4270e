/**
 * `npm run verify-log`: reads the chain of hashes of every tenant again, or of the one whose code is given, and names the
 * first place where it does not hold. `-- 10001 --expect 1200:9f86d0…` also asks whether seal 1200 is still the one that was
 * noted then. With the embedded database the server has to be stopped first. Ends with 1 when a chain is broken.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/config.ts'
import { StartError } from '../server/kernel/start-error.ts'
import { openDatabase } from '../server/kernel/database/database.ts'
import { openTransactionScopes } from '../server/kernel/database/tenant.ts'
import { verifyChains } from '../server/audit/index.ts'

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  const {
    positionals: [code],
    values: { expect },
  } = parseArgs({ allowPositionals: true, options: { expect: { type: 'string' } } })
  if (expect !== undefined && (code === undefined || !/^\d{1,18}:[0-9a-fA-F]{64}$/.test(expect)))
    throw new StartError('Say: npm run verify-log -- <tenant code> --expect <seal>:<hash>')
  const config = readConfig(process.env)
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'postgres')))
    throw new StartError(`DATA_DIR ${config.dataDir} holds no database.`)
  const database = await openDatabase({ ...config, evenIfMoved: true })
  try {
    if (!(await verifyChains(openTransactionScopes(database), { code, expected: expect, print }))) process.exitCode = 1
  } finally {
    await database.close()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
