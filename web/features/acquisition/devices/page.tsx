import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import type { IssuedSecret } from '../../../../model/contract/acquisition/devices.ts'
import { applyDeviceType, resetDeviceSecret } from '../../../../model/contract/acquisition/devices.ts'
import { devices, points } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ask } from '../../../kernel/http/ask.ts'
import type { FormValues } from '../../../kernel/resource/form-checks.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { useRowsOf } from '../../../kernel/navigation/rows-of.ts'
import { exampleOf, serverOf } from '../../../shared/acquisition/sending.ts'
import { confirm } from '../../../ui/confirm.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'

const SecretDialog = lazy(() => import('../../../shared/dialogs/secret-dialog.tsx'))
const TestReadDialog = lazy(() => import('./test-read-dialog.tsx'))
const HostInput = lazyWithPreload(() => import('./host-input.tsx'))

/** One device, live. */
const DETAILS = '/acquisition/device'

const filters = ['deviceName', 'deviceCode', 'deviceTypeId', 'siteId']

const defaults = { deviceStatus: '1', connection: 'push', modbusPort: 502, modbusUnit: 1, pollSeconds: 10 }

const columns: ColumnSetups = {
  deviceName: { width: 200, first: true },
  deviceCode: { width: 150 },
  deviceStatus: { width: 115, render: (row, text) => <Tag kind={Number(row['deviceStatus']) === 1 ? 'good' : 'quiet'}>{text}</Tag> },
  connection: { width: 190 },
  gatewayId: { width: 130 },
  gatewayName: { hide: true },
  modbusHost: { width: 140 },
  modbusPort: { hide: true },
  modbusUnit: { hide: true },
  pollSeconds: { hide: true },
  deviceDescription: { width: 200 },
}

const controls = { modbusHost: <HostInput /> }

const POLLED: readonly string[] = ['modbusHost', 'modbusPort', 'modbusUnit', 'pollSeconds']
const SENDING: readonly string[] = ['gatewayId', 'gatewayName']
/** A device that sends is asked nothing about polling, and the other way round; whoever does not see how it is connected is asked for all. */
const shows: ResourceFormProps['shows'] = (name, { connection, gatewayId }) => {
  if (connection === undefined) return true
  if (name === 'gatewayName' && !gatewayId) return false
  return connection === 'modbus' ? !SENDING.includes(name) : !POLLED.includes(name)
}

export default function DevicesPage() {
  const t = useT()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { authority } = useSession()
  const hasDetails = menuPaths(authority.menu).has(DETAILS)
  const [issued, setIssued] = useState<IssuedSecret>()
  const [tested, setTested] = useState<FormValues>()
  const pointsOf = useRowsOf('/acquisition/points', 'deviceId', t('devices.points'))

  async function askForSecret(row: ResourceRow): Promise<void> {
    const title = t('devices.new-secret')
    // A device that has none loses nothing.
    const yes =
      !row['secretChangedAt'] ||
      (await confirm({
        title,
        text: t('devices.new-secret-ask', { name: String(row['deviceName'] ?? '') }),
        ok: title,
        cancel: t('common.cancel'),
        danger: true,
      }))
    if (yes)
      await attempt(async () => {
        setIssued(await ask(resetDeviceSecret, { id: row.id }))
        await forgetLists(queries, devices)
      })
  }

  async function apply(ids: readonly string[]): Promise<void> {
    await attempt(async () => {
      const { added } = await ask(applyDeviceType, { id: ids })
      toast.success(added === 0 ? t('devices.apply-none') : t('devices.applied', { count: added }))
      await forgetLists(queries, points)
    })
  }

  return (
    <>
      <ResourcePage
        of={devices}
        columns={columns}
        filters={filters}
        defaults={defaults}
        controls={controls}
        shows={shows}
        actionsWidth={188}
        actions={(chosen, may) => [
          ...(may('testRead') && (may('add') || may('update'))
            ? [{ key: 'test', label: t('devices.test'), run: () => setTested(chosen.length === 1 ? addressOf(chosen[0]) : {}) }]
            : []),
          ...(may('apply') && chosen.length > 0
            ? [{ key: 'apply', label: t('devices.apply'), run: () => void apply(chosen.map(({ id }) => id)) }]
            : []),
        ]}
        rowActions={(row, may) => [
          ...pointsOf(row),
          ...(hasDetails && may('state')
            ? [{ key: 'details', label: t('button.details'), run: () => void navigate(`${DETAILS}?id=${row.id}`) }]
            : []),
          ...(may('testRead') && (may('add') || may('update')) && row['connection'] === 'modbus'
            ? [{ key: 'test', label: t('devices.test'), rare: true, run: () => setTested(addressOf(row)) }]
            : []),
          ...(may('secret') ? [{ key: 'secret', label: t('devices.new-secret'), rare: true, run: () => void askForSecret(row) }] : []),
          ...(may('apply') && row['deviceTypeId']
            ? [{ key: 'apply', label: t('devices.apply'), rare: true, run: () => void apply([row.id]) }]
            : []),
        ]}
      />
      {tested && (
        <Suspense fallback={null}>
          <TestReadDialog device={tested} onClose={() => setTested(undefined)} />
        </Suspense>
      )}
      {issued && (
        <Suspense fallback={null}>
          <SecretDialog name={issued.deviceCode ?? t('noun.devices')} onClose={() => setIssued(undefined)} lines={linesOf(issued, t)} />
        </Suspense>
      )}
    </>
  )
}

/** What is written into the device, and a line to try it with. */
function linesOf({ userName, secret, broker }: IssuedSecret, t: Translate): [label: string, value: string][] {
  if (userName === null) return [[t('devices.secret'), secret]]
  const server = serverOf({ broker })
  return [
    ...(server === undefined ? [] : [[broker?.tls === true ? t('sending.server-tls') : t('sending.server'), server] as [string, string]]),
    [t('sending.user-name'), userName],
    [t('devices.secret'), secret],
    [t('sending.example'), exampleOf({ userName, broker }, secret)],
  ]
}

/** Where a device is asked, as far as it is known. */
function addressOf(row: ResourceRow | undefined): FormValues {
  return Object.fromEntries(
    ['modbusHost', 'modbusPort', 'modbusUnit'].flatMap((name) =>
      row?.[name] === undefined || row[name] === null ? [] : [[name, row[name]]],
    ),
  )
}

/** The calls have said what went wrong, if anything did. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
