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
import { build } from '../server/kernel/database/sql.ts'
import type { TransactionScopes, Transaction } from '../server/kernel/database/tenant.ts'
import { openTransactionScopes } from '../server/kernel/database/tenant.ts'
import type { Break } from '../server/audit/index.ts'
import { countSeals, verifyChain } from '../server/audit/index.ts'

/** Pages of one transaction, so that none lasts long. */
const PAGES = 10

async function verifyAll(transactions: TransactionScopes, code: string | undefined, expected: string | undefined): Promise<boolean> {
  const platform = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    transactions.inPlatform('an operator at the machine verifies the chains of all tenants', work, 'read')
  const tenants = await platform((tx) =>
    tx.all(
      build
        .selectFrom('tenants')
        .select(['id', 'tenant_code'])
        .orderBy('tenant_code')
        .$if(code !== undefined, (query) => query.where('tenant_code', '=', code as string)),
    ),
  )
  if (tenants.length === 0) throw new StartError(`There is no tenant ${code ?? ''}.`)
  let sound = true
  for (const { id, tenant_code } of tenants) {
    const { total, waiting } = await platform((tx) => countSeals(tx, id))
    let progress = await platform((tx) => verifyChain(tx, id, undefined, PAGES))
    while (!progress.done) {
      const place = { seal: BigInt(progress.position), row: progress.row }
      progress = await platform((tx) => verifyChain(tx, id, place, PAGES))
    }
    const noted = expected === undefined ? undefined : await platform((tx) => compare(tx, id, expected))
    const broken = progress.broken ? sentenceOf(progress.broken) : noted
    if (broken !== undefined) sound = false
    say(
      broken === undefined
        ? `${tenant_code}: sound, ${total} seals, the last is ${progress.position}:${progress.hash}${waiting > 0 ? `; ${waiting} new rows wait for theirs` : ''}`
        : `${tenant_code}: BROKEN. ${broken}`,
    )
  }
  return sound
}

function sentenceOf({ kind, position, source, record, name }: Break): string {
  const row = `${source === 'log' ? 'entry of the log' : 'change'} ${record}${name === undefined ? '' : ` (${name})`}`
  switch (kind) {
    case 'changed':
      return `Seal ${position} does not fit: ${row} has been changed.`
    case 'missing':
      return `Seal ${position} has no row: ${row} is missing.`
    case 'seal-removed':
      return `Seal ${position} has been removed.`
    case 'inserted':
      return `There is a row without a seal: ${row} was slipped in, or its seal removed.`
  }
}

async function compare(tx: Transaction, tenantId: string, expected: string): Promise<string | undefined> {
  const [position = '', hash = ''] = expected.split(':')
  const seal = await tx.first(
    build.selectFrom('log_seals').select('hash').where('tenant_id', '=', tenantId).where('position', '=', position),
  )
  if (!seal) return `Seal ${position}, which was noted, is not there: the chain was cut short.`
  return seal.hash.toString('hex') === hash.toLowerCase()
    ? undefined
    : `Seal ${position} is not the one that was noted: the chain was made anew.`
}

function say(line: string): void {
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
  const database = await openDatabase(config)
  try {
    if (!(await verifyAll(openTransactionScopes(database), code, expect))) process.exitCode = 1
  } finally {
    await database.close()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
