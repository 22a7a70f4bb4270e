/** A secret keeps its value encrypted, and is there only with one. */
import { processSecrets } from '../../../../model/index.ts'
import { hostsAdded, hostsIn } from '../../../../model/workflow/process-secrets.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { Asking, NewRow, Refusals, RowChange } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { aboutSecret } from '../../../workflow/index.ts'

const given = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export const secretWrites = writes(processSecrets, {
  add: {
    judge: (_tx, _asking, rows) =>
      Promise.resolve(
        new Map(
          rows.flatMap(({ values }, at): [number, Failure][] =>
            given(values['secretValue']) === undefined ? [[at, noValue('process-secret.value')]] : [],
          ),
        ),
      ),
    apply: async (_tx, asking, rows, insert) => insert(await Promise.all(rows.map((row) => sealed(asking, row)))),
  },
  change: {
    judge: judgeHosts,
    apply: async (_tx, asking, changes, update) => update(await Promise.all(changes.map((change) => sealed(asking, change)))),
  },
})

/** Whoever may change a row does not know its value: they would learn it by having it sent to a host of their own. */
async function judgeHosts(tx: Transaction, _asking: Asking, changes: readonly RowChange[]): Promise<Refusals> {
  const moved = changes.flatMap(({ id, values: { secretHosts, secretValue } }, at) =>
    typeof secretHosts === 'string' && given(secretValue) === undefined ? [{ id, at, hosts: hostsIn(secretHosts) }] : [],
  )
  if (moved.length === 0) return new Map()
  const rows = await tx.all(
    build
      .selectFrom('process_secrets')
      .select(['id', 'secret_hosts'])
      .where(
        'id',
        'in',
        moved.map(({ id }) => id),
      ),
  )
  const before = new Map(rows.map(({ id, secret_hosts: hosts }) => [id, hostsIn(hosts)]))
  return new Map(
    moved.flatMap(({ id, at, hosts }): [number, Failure][] => {
      const [added] = hostsAdded(before.get(id) ?? hosts, hosts)
      return added === undefined ? [] : [[at, noValue('process-secret.hosts', { host: added })]]
    }),
  )
}

const noValue = (code: 'process-secret.value' | 'process-secret.hosts', values: Record<string, string> = {}) =>
  new Failure(code, { field: { name: 'secretValue', label: 'field.process-secrets.secretValue' }, values })

/** The row with its value as the column keeps it; without one that is left as it is. */
async function sealed<Row extends NewRow | RowChange>({ services: { secretCipher } }: Asking, row: Row): Promise<Row> {
  const { secretValue, ...values } = row.values as Record<string, unknown>
  const value = given(secretValue)
  if (value === undefined) return { ...row, values }
  const secret_value = (await secretCipher.seal(Buffer.from(value), aboutSecret(row.id))).toString('base64')
  return { ...row, values, columns: { ...row.columns, secret_value } }
}
