/** Rounds: those that are due, under way, done and missed; one that is begun by hand; and what of them has not left this browser yet. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Alert, Modal } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { startRound } from '../../../../model/contract/maintenance/rounds.ts'
import { rounds } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { newId } from '../../../kernel/new-id.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { RoundStateTag } from '../../../shared/maintenance/round-tags.tsx'
import { unsentOf } from '../../../shared/maintenance/rounds/kept.ts'
import { Tag } from '../../../ui/tag.tsx'
import '../../../shared/maintenance/maintenance.css'

const DETAIL = '/maintenance/round'
/** Rounds fall due and end by themselves. */
const AGAIN_MS = 60_000
/** Between two looks at what has not been sent. */
const KEPT_MS = 5000

const columns: ColumnSetups = {
  roundName: { width: 220, first: true },
  roundState: { width: 120, first: true, render: (row) => <RoundStateTag state={row['roundState']} /> },
  dueAt: { width: 180, first: true },
  dueUntil: { width: 180 },
  stopsDone: { width: 110 },
  stopCount: { width: 110 },
  itemsFailed: {
    width: 110,
    first: true,
    render: (row, text) => (typeof row['itemsFailed'] === 'number' && row['itemsFailed'] > 0 ? <Tag kind="urgent">{text}</Tag> : text),
  },
  doneBy: { width: 140, first: true },
  doneAt: { width: 180 },
  startedAt: { hide: true },
  routeId: { width: 150 },
}

const filters = ['roundState', 'routeId', 'dueAt', 'doneBy']

export default function RoundsPage() {
  const t = useT()
  const navigate = useNavigate()
  const { authority } = useSession()
  const [isStarting, setStarting] = useState(false)
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  return (
    <>
      {pages.has(DETAIL) && <Kept />}
      <ResourcePage
        of={rounds}
        columns={columns}
        filters={filters}
        again={AGAIN_MS}
        empty={t('round.empty')}
        actions={(_chosen, may) =>
          may('start') ? [{ key: 'start', label: t('round.start'), main: true, run: () => setStarting(true) }] : []
        }
        rowActions={(row, may) =>
          may('detail') && pages.has(DETAIL)
            ? [
                {
                  key: 'detail',
                  label: t(
                    may('record') && (row['roundState'] === 'due' || row['roundState'] === 'running') ? 'round.do' : 'button.details',
                  ),
                  main: true,
                  run: () => void navigate(`${DETAIL}?id=${row.id}`),
                },
              ]
            : []
        }
      />
      {isStarting && <StartDialog onStarted={(id) => void navigate(`${DETAIL}?id=${id}`)} onClose={() => setStarting(false)} />}
    </>
  )
}

const keptBy = (owner: string) =>
  queryOptions({
    queryKey: ['kept-rounds', owner],
    queryFn: () => unsentOf(owner),
    // It is sent meanwhile.
    refetchInterval: ({ state }) => ((state.data?.count ?? 0) > 0 ? KEPT_MS : false),
    gcTime: 0,
  })

/** What its reader found on rounds and this browser still has, each round with its page. */
function Kept() {
  const t = useT()
  const { user } = useSession()
  const { data } = useQuery(keptBy(user.id))
  if (!data || data.count === 0) return null
  return (
    <Alert
      className="upkeep-bar"
      type="warning"
      showIcon
      role="status"
      title={t('round.unsent', { count: data.count })}
      description={
        <span className="upkeep-ways">
          {data.rounds.map(({ id }, at) => (
            <Link key={id} to={`${DETAIL}?id=${id}`}>
              {[t('round.unsent-open'), data.rounds.length > 1 ? at + 1 : ''].join(' ').trim()}
            </Link>
          ))}
        </span>
      }
    />
  )
}

function StartDialog({ onStarted, onClose }: { readonly onStarted: (id: string) => void; readonly onClose: () => void }) {
  const t = useT()
  const [routeId, setRouteId] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [requestId] = useState(newId)

  async function start(): Promise<void> {
    if (routeId === undefined) return
    setBusy(true)
    try {
      onStarted((await ask(startRound, { routeId, requestId })).id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('round.start')}
      okText={t('round.start')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: routeId === undefined }}
      onOk={() => void start()}
      onCancel={onClose}
      width={420}
      destroyOnHidden
    >
      <div className="upkeep-fields">
        <label htmlFor="round-route">{t('field.rounds.routeId')}</label>
        <RowPicker noun="round-routes" id="round-route" value={routeId ?? null} onChange={(value: string) => setRouteId(value)} />
      </div>
    </Modal>
  )
}
