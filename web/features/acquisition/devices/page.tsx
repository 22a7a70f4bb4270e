import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { applyDeviceType, resetDeviceSecret } from '../../../../model/contract/acquisition/devices.ts'
import { devices, points } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ask } from '../../../kernel/http/ask.ts'
import type { FormValues } from '../../../kernel/resource/form-checks.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { forgetLists, readList } from '../../../kernel/http/resource-client.ts'
import { mayUse } from '../../../kernel/session/permissions.ts'
import { deviceControls, newDevice, showsOfDevice } from '../../../shared/acquisition/device-form/device-form.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useInvalidation } from '../../../kernel/realtime/live.ts'
import { localeOf, useLanguage } from '../../../kernel/i18n/i18n.ts'
import { useNow } from '../../../kernel/i18n/use-now.ts'
import type { Presence } from '../../../../model/acquisition/presence.ts'
import { agoOf } from '../../../shared/acquisition/figures.ts'
import { PresenceTag } from '../../../shared/acquisition/quality-tag.tsx'
import { momentOfText } from '../../../ui/clock.ts'
import { AlarmCount, DeviceBoard } from './board.tsx'
import { Places } from './places.tsx'
import { newestValues } from './value-columns.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { useRowsOf } from '../../../kernel/navigation/rows-of.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'

const LabelDialog = lazy(() => import('./label-dialog.tsx'))
const TestReadDialog = lazy(() => import('./test-read-dialog.tsx'))
const ConnectionWizard = lazyWithPreload(() => import('../../../shared/acquisition/connect/wizard.tsx'))

/** One device, live. */
const DETAILS = '/acquisition/device'

const filters = ['deviceName', 'presence', 'hasOpenAlarms', 'siteId']

/** Milliseconds. State and last report change by themselves. */
const AGAIN = 10_000

const columnsWith = (pages: ReadonlySet<string>): ColumnSetups => ({
  deviceName: { width: 170, first: true },
  presence: {
    width: 120,
    first: true,
    render: (row) => (row['presence'] ? <PresenceTag presence={row['presence'] as Presence} /> : null),
  },
  lastSeenAt: { width: 125, first: true, render: (_row, text) => <LastSeen text={text} /> },
  openAlarms: {
    width: 110,
    first: true,
    // None is nothing to look at.
    text: (row) => (Number(row['openAlarms']) > 0 ? String(row['openAlarms']) : ''),
    render: (row) => (Number(row['openAlarms']) > 0 ? <AlarmCount id={row.id} count={Number(row['openAlarms'])} pages={pages} /> : null),
  },
  siteId: { width: 150 },
  hasOpenAlarms: { hide: true },
  hasOverdueAttachment: { hide: true },
  deviceCode: { width: 150 },
  deviceStatus: { width: 115 },
  connection: { width: 190 },
  gatewayId: { width: 130 },
  gatewayName: { hide: true },
  modbusHost: { width: 140 },
  modbusPort: { hide: true },
  modbusUnit: { hide: true },
  pollSeconds: { hide: true },
  deviceDescription: { width: 200 },
})

/** When the device was heard of last; the whole time stands in the title of the cell. */
function LastSeen({ text }: { text: string }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const now = useNow()
  const seen = momentOfText(text)
  return <time>{seen === undefined ? text : agoOf(seen, now, locale, t)}</time>
}

export default function DevicesPage() {
  const t = useT()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  const columns = useMemo(() => columnsWith(pages), [pages])
  const hasDetails = pages.has(DETAILS)
  useInvalidation('alarms', () => void forgetLists(queries, devices))
  const [connecting, setConnecting] = useState<{ row: ResourceRow; mayIssue: boolean; issued?: string }>()
  const [labelled, setLabelled] = useState<readonly string[]>()
  const [tested, setTested] = useState<FormValues>()
  const pointsOf = useRowsOf('/acquisition/points', 'deviceId', t('devices.points'))

  /** A new device is to be connected next. Nobody uses a secret of it yet, so that one can be issued without a question. */
  async function connectAdded(answer: unknown): Promise<void> {
    const { id } = answer as { id: string }
    const { list, allowed = [] } = await readList(devices, { id, currentPage: 1, pageSize: 1 }, { quiet: true })
    const [row] = list
    if (!row || !allowed.includes('connection')) return
    const mayIssue = mayUse('secret', devices.menu, allowed, authority.menuButton)
    // What is polled, or sent by a gateway, has no secret of its own.
    if (!mayIssue || row['connection'] !== 'push' || row['gatewayId']) return setConnecting({ row, mayIssue })
    const { secret } = await ask(resetDeviceSecret, { id })
    setConnecting({ row, mayIssue, issued: secret })
    await forgetLists(queries, devices)
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
        beside={newestValues}
        filters={filters}
        defaults={newDevice}
        controls={deviceControls}
        shows={showsOfDevice}
        onAdded={(answer) => void attempt(() => connectAdded(answer))}
        again={AGAIN}
        board={{
          names: { label: t('board.view'), table: t('board.table'), board: t('board.cards') },
          draw: (props) => <DeviceBoard {...props} pages={pages} />,
        }}
        aside={({ state, filter }) => <Places filters={state.filters} onFilter={filter} pages={pages} again={AGAIN} />}
        actions={(chosen, may) => [
          ...(chosen.length > 0 ? [{ key: 'labels', label: t('labels.print'), run: () => setLabelled(chosen.map(({ id }) => id)) }] : []),
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
          ...(may('connection')
            ? [{ key: 'connect', label: t('devices.connect'), rare: true, run: () => setConnecting({ row, mayIssue: may('secret') }) }]
            : []),
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
      {labelled && (
        <Suspense fallback={null}>
          <LabelDialog ids={labelled} onClose={() => setLabelled(undefined)} />
        </Suspense>
      )}
      {connecting && (
        <Suspense fallback={null}>
          <ConnectionWizard
            {...connecting}
            onClose={() => setConnecting(undefined)}
            onSee={hasDetails ? () => void navigate(`${DETAILS}?id=${connecting.row.id}`) : undefined}
          />
        </Suspense>
      )}
    </>
  )
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
