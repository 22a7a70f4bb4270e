/** The chains of all tenants, read again for an operator at the machine and told in sentences. */
import type { TenantId } from '../../model/brands.ts'
import { build } from '../kernel/database/sql.ts'
import type { TransactionScopes, Transaction } from '../kernel/database/tenant.ts'
import { StartError } from '../kernel/start-error.ts'
import type { Source } from './chain-hash.ts'
import type { Break } from './chain-verify.ts'
import { countSeals, verifyChain } from './chain-verify.ts'

/** Pages of one transaction, so that none lasts long. */
const PAGES = 10

/** What is asked of the chains, and who is told of each. */
interface Verification {
  /** Of the one tenant to ask about; absent for all. */
  readonly code?: string | undefined
  /** `<seal>:<hash>`: a seal of that tenant as it was noted. */
  readonly expected?: string | undefined
  readonly print: (line: string) => void
}

/** Whether the chains of all tenants hold, or that of one; says for each what was found. @throws {StartError} when there is no such tenant. */
export async function verifyChains(transactions: TransactionScopes, { code, expected, print }: Verification): Promise<boolean> {
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
    print(
      broken === undefined
        ? `${tenant_code}: sound, ${total} seals, the last is ${progress.position}:${progress.hash}${waiting > 0 ? `; ${waiting} new rows wait for theirs` : ''}`
        : `${tenant_code}: BROKEN. ${broken}`,
    )
  }
  return sound
}

const SENTENCES: Readonly<Record<Source, string>> = {
  log: 'entry of the log',
  change: 'change',
  process: 'entry of the record of processes',
}

function sentenceOf({ kind, position, source, record, name }: Break): string {
  const row = `${source === undefined ? '' : SENTENCES[source]} ${record}${name === undefined ? '' : ` (${name})`}`
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

async function compare(tx: Transaction, tenantId: TenantId, expected: string): Promise<string | undefined> {
  const [position = '', hash = ''] = expected.split(':')
  const seal = await tx.first(
    build.selectFrom('log_seals').select('hash').where('tenant_id', '=', tenantId).where('position', '=', position),
  )
  if (!seal) return `Seal ${position}, which was noted, is not there: the chain was cut short.`
  return seal.hash.toString('hex') === hash.toLowerCase()
    ? undefined
    : `Seal ${position} is not the one that was noted: the chain was made anew.`
}
