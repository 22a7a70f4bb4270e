/** The alarm console: what somebody has to know of now, the most urgent first; it follows by itself. */
import { useQueryClient } from '@tanstack/react-query'
import { Segmented } from 'antd'
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import FileAddOutlined from '@ant-design/icons/es/icons/FileAddOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import SoundOutlined from '@ant-design/icons/es/icons/SoundOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Act } from '../../../../model/contract/acquisition/alarms.ts'
import { alarms } from '../../../../model/index.ts'
import { openOrderOfAlarm } from '../../../../model/contract/maintenance/work-orders.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask as askFor } from '../../../kernel/http/ask.ts'
import { useAlarmChoice } from '../../../shared/acquisition/alarm-choices.ts'
import { alarmColumns } from '../../../shared/acquisition/alarm-columns.tsx'
import { displayOf } from '../../../shared/acquisition/figures.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { playTone } from '../../../ui/alarm-tone.ts'
import { messageOf } from '../../../shared/acquisition/alarm-message.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { useInvalidation } from '../../../kernel/realtime/live.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'
import { ACTS, actOn, allows } from './calls.ts'
import './alarms.css'

const ActDialog = lazyWithPreload(() => import('./act-dialog.tsx'))
const AlarmHealth = lazyWithPreload(() => import('./health.tsx'))
const AlarmHistory = lazyWithPreload(() => import('./alarm-history.tsx'))

/** What undoes another action. */
const BACK: ReadonlySet<Act> = new Set(['unshelve', 'unsuppress', 'returnToService'])

const filters = ['alarmPriority', 'alarmState', 'siteId', 'deviceTypeId', 'deviceId']

export default function AlarmsPage() {
  const t = useT()
  const language = useLanguage()
  const queries = useQueryClient()
  const { authority } = useSession()
  const [address, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const pages = menuPaths(authority.menu)
  const [asked, setAsked] = useState<{ act: Act; rows: readonly ResourceRow[] }>()
  const [past, setPast] = useState<{ row: ResourceRow; open: boolean }>()
  const [health, setHealth] = useState<'open' | 'closed'>()
  const [hasSound, toggleSound] = useAlarmChoice('sound')
  function turn(): void {
    // So it is known how it sounds.
    if (!hasSound) playTone()
    toggleSound()
  }
  const again = () => forgetLists(queries, alarms)
  useInvalidation('alarms', () => void again())

  // It opens with what is current; whoever takes the filter away sees all there are.
  const opened = useRef(false)
  useLayoutEffect(() => {
    if (opened.current) return
    opened.current = true
    if (address.size === 0) setAddress({ isCurrent: '1' }, { replace: true })
  }, [address, setAddress])

  function ask(act: Act, rows: readonly ResourceRow[]): void {
    if (rows.length === 0) return toast.warning(t('list.check-one'))
    const possible = rows.filter((row) => allows(row, act))
    if (possible.length === 0) return toast.warning(t('error.alarm.transition'))
    setAsked({ act, rows: possible })
  }

  /** What everybody does all day takes one click; with a comment it is a dialog. */
  async function acknowledge({ id }: ResourceRow): Promise<void> {
    try {
      const { changed } = await actOn('acknowledge', [id], {})
      toast.success(t('alarms.done', { count: changed }))
    } catch (failure) {
      // The call has said what went wrong.
      if (!(failure instanceof ApiError)) throw failure
    }
    await again()
  }

  /** One click: where its order is open already, that is the one. */
  async function openOrder({ id }: ResourceRow): Promise<void> {
    try {
      const order = await askFor(openOrderOfAlarm, { id })
      const text = t(order.isNew ? 'work-order.of-alarm-new' : 'work-order.of-alarm-known', { number: order.orderNumber })
      const page = `/maintenance/workorder?id=${order.id}`
      const link = pages.has('/maintenance/workorder') ? { text: t('work-order.look'), go: () => void navigate(page) } : undefined
      toast.success(text, link)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
  }

  const nameOf = (row: ResourceRow) => [messageOf(row, language), row['deviceIdCn']].filter(Boolean).join(' · ')
  return (
    <div className="alarms-page">
      <div className="alarms-bar">
        <Segmented
          aria-label={t('alarms.which')}
          value={address.get('isCurrent') === '1' ? 'current' : 'all'}
          options={[
            { value: 'current', label: t('alarms.current') },
            { value: 'all', label: t('alarms.all') },
          ]}
          onChange={(value) => setAddress(value === 'current' ? { isCurrent: '1' } : {})}
        />
        <button type="button" className="plain-button" aria-pressed={hasSound} onClick={turn}>
          <SoundOutlined aria-hidden="true" /> {t(hasSound ? 'alarms.sound-on' : 'alarms.sound-off')}
        </button>
      </div>
      <ResourcePage
        of={alarms}
        columns={alarmColumns(language, pages)}
        filters={filters}
        actions={(chosen, may) => [
          ...ACTS.filter((act) => may(act) && (act === 'acknowledge' || chosen.some((row) => allows(row, act)))).map((act) => ({
            key: act,
            label: t(`alarms.${act}`),
            ...(act === 'acknowledge' ? { main: true, icon: <CheckOutlined aria-hidden="true" /> } : {}),
            run: () => ask(act, chosen),
          })),
          ...(may('health')
            ? [{ key: 'health', label: t('alarms.health'), icon: <DashboardOutlined aria-hidden="true" />, run: () => setHealth('open') }]
            : []),
        ]}
        rowActions={(row, may) => [
          ...ACTS.filter((act) => may(act) && allows(row, act)).map((act) => ({
            key: act,
            label: t(`alarms.${act}`),
            ...(act === 'acknowledge' ? { main: true, icon: <CheckOutlined aria-hidden="true" /> } : {}),
            ...(act === 'shelve' ? { icon: <ClockCircleOutlined aria-hidden="true" /> } : {}),
            ...(BACK.has(act) ? { icon: <UndoOutlined aria-hidden="true" /> } : {}),
            rare: act === 'suppress' || act === 'outOfService',
            run: () => (act === 'acknowledge' ? void acknowledge(row) : ask(act, [row])),
          })),
          ...(may('acknowledge') && allows(row, 'acknowledge')
            ? [{ key: 'comment', label: t('alarms.acknowledge-comment'), rare: true, run: () => ask('acknowledge', [row]) }]
            : []),
          ...(may('order')
            ? [
                {
                  key: 'order',
                  label: t('work-order.of-alarm'),
                  icon: <FileAddOutlined aria-hidden="true" />,
                  rare: true,
                  run: () => void openOrder(row),
                },
              ]
            : []),
          ...(may('past')
            ? [
                {
                  key: 'past',
                  label: t('alarms.history'),
                  icon: <HistoryOutlined aria-hidden="true" />,
                  run: () => setPast({ row, open: true }),
                },
              ]
            : []),
        ]}
      />
      {asked && (
        <Suspense fallback={null}>
          <ActDialog key={asked.act} {...asked} nameOf={nameOf} onClose={() => setAsked(undefined)} onDone={again} />
        </Suspense>
      )}
      {health && (
        <Suspense fallback={null}>
          <AlarmHealth open={health === 'open'} onClose={() => setHealth('closed')} />
        </Suspense>
      )}
      {past && (
        <Suspense fallback={null}>
          <AlarmHistory
            key={past.row.id}
            id={past.row.id}
            name={nameOf(past.row)}
            display={displayOf(past.row)}
            open={past.open}
            onClose={() => setPast({ ...past, open: false })}
          />
        </Suspense>
      )}
    </div>
  )
}
