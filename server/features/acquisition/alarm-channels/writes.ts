/** A channel keeps its address and its secret encrypted, and leads where the tenant may be led to. */
import { isAddressed } from '../../../../model/acquisition/alarm-channels.ts'
import { alarmChannels } from '../../../../model/index.ts'
import { WEBHOOK_PORT, networksOf } from '../../../../model/tenant/networks.ts'
import { sealedText } from '../../../messaging/index.ts'
import { Failure } from '../../../kernel/errors.ts'
import { mayLead, placeOf } from '../../../kernel/network/webhook-address.ts'
import type { Asking, NewRow, Refusals, RowChange, Values } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

const given = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export const alarmChannelWrites = writes(alarmChannels, {
  add: {
    judge: (tx, _asking, rows) =>
      judge(
        tx,
        rows.map(({ values }) => ({ address: given(values['channelAddress']), isNeeded: isAddressed(values['channelKind']) })),
      ),
    apply: async (_tx, asking, rows, insert) => insert(await Promise.all(rows.map((row) => sealed(asking, row)))),
  },
  change: {
    judge: (tx, _asking, changes) =>
      judge(
        tx,
        changes.map(({ values }) => ({ address: given(values['channelAddress']), isNeeded: false })),
      ),
    apply: async (_tx, asking, changes, update) => update(await Promise.all(changes.map((change) => sealed(asking, change)))),
  },
})

/** Failures by position for channels without an address that need one, and for those that lead where the tenant may not be led to. */
async function judge(
  tx: Transaction,
  rows: readonly { readonly address: string | undefined; readonly isNeeded: boolean }[],
): Promise<Refusals> {
  if (!rows.some(({ address, isNeeded }) => address !== undefined || isNeeded)) return new Map()
  const tenant = await tx.first(build.selectFrom('tenants').select('webhook_networks').where('id', '=', tenantOf(tx)))
  const networks = networksOf(tenant?.webhook_networks, WEBHOOK_PORT)
  return new Map(
    rows.flatMap(({ address, isNeeded }, at): [number, Failure][] => {
      if (address === undefined) return isNeeded ? [[at, refusal('channel.address')]] : []
      const place = placeOf(address)
      if (!place) return [[at, refusal('channel.address')]]
      return mayLead(place, networks) ? [] : [[at, refusal('channel.closed', `${place.host}:${place.port}`)]]
    }),
  )
}

const refusal = (code: 'channel.address' | 'channel.closed', at = '') =>
  new Failure(code, { field: { name: 'channelAddress', label: 'field.alarm-channels.channelAddress' }, values: { at } })

/** The row with its secrets as the columns keep them; without those that are left as they are. */
async function sealed<Row extends NewRow | RowChange>({ services: { secretCipher } }: Asking, row: Row): Promise<Row> {
  const { channelAddress, channelSecret, ...values } = row.values as Values & { channelAddress?: unknown; channelSecret?: unknown }
  const [address, secret] = [given(channelAddress), given(channelSecret)]
  const columns = {
    ...row.columns,
    ...(address === undefined
      ? {}
      : {
          channel_address: await sealedText(secretCipher, row.id, 'address', address),
          channel_host: placeOf(address)?.host ?? null,
        }),
    ...(secret === undefined ? {} : { channel_secret: await sealedText(secretCipher, row.id, 'secret', secret) }),
  }
  return { ...row, values, ...(Object.keys(columns).length === 0 ? {} : { columns }) }
}
