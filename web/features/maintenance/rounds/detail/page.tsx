/** One round, done stop by stop, on a phone beside the machines; afterwards, what was found. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { scanEquipment } from '../../../../../model/contract/maintenance/equipment.ts'
import type { RoundDetail } from '../../../../../model/contract/maintenance/rounds.ts'
import { finishRound, queryRoundDetail } from '../../../../../model/contract/maintenance/rounds.ts'
import { rounds } from '../../../../../model/index.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { forgetLists } from '../../../../kernel/http/resource-client.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import { isRowId } from '../../../../kernel/resource/row-id.ts'
import { RoundStateTag } from '../../../../shared/maintenance/round-tags.tsx'
import { secondOf } from '../../../../ui/clock.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { toast } from '../../../../ui/toast.ts'
import { tokenOf } from './label-code.ts'
import { useOutbox } from './outbox.ts'
import { Scan } from './scan.tsx'
import { nameOf } from '../../../../shared/maintenance/rounds/sender.ts'
import { Stop } from './stop.tsx'
import '../../../../shared/maintenance/maintenance.css'
import './round.css'

const LIST = '/maintenance/rounds'

export default function RoundPage() {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  return <div className="upkeep-page">{isRowId(id) ? <Round key={id} id={id} /> : <NoRound />}</div>
}

function NoRound() {
  const t = useT()
  return (
    <section className="upkeep-card">
      <h1>{t('menu.round')}</h1>
      <p role="alert">{t('error.row.not-found')}</p>
      <p>
        <Link to={LIST}>{t('round.to-list')}</Link>
      </p>
    </section>
  )
}

function Round({ id }: { readonly id: string }) {
  const t = useT()
  const detail = useQuery({ queryKey: ['round', id], queryFn: ({ signal }) => ask(queryRoundDetail, { id }, { signal, quiet: true }) })
  const { error, data } = detail
  if (error instanceof ApiError && error.status === 404) return <NoRound />
  // While the network is away the page goes on with what it has.
  if (data) return <Shown round={data} refetch={() => void detail.refetch()} />
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void detail.refetch()} />
  return (
    <section className="upkeep-card">
      <h1>{t('menu.round')}</h1>
      <Skeleton active title={false} paragraph={{ rows: 6 }} />
    </section>
  )
}

function Shown({ round, refetch }: { readonly round: RoundDetail; readonly refetch: () => void }) {
  const t = useT()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [scanned, setScanned] = useState<{ readonly stopId: string; readonly token: string | undefined }>()
  const outbox = useOutbox(round.id, refetch)
  const isRefused = (stopId: string) => outbox.entries.some((entry) => entry.stopId === stopId && outbox.refusals.has(nameOf(entry)))
  const isWaiting = (stopId: string) => outbox.entries.some((entry) => entry.kind === 'stop' && entry.stopId === stopId)
  const isDone = (stop: RoundDetail['stops'][number]) => (stop.recordedAt !== null || isWaiting(stop.id)) && !isRefused(stop.id)
  const [chosen, setChosen] = useState<string | undefined>(
    () => round.stops.find((stop) => stop.recordedAt === null)?.id ?? round.stops[0]?.id,
  )
  const at = round.stops.findIndex((stop) => stop.id === chosen)
  const current = round.stops[at]
  const done = round.stops.filter(isDone).length
  const isAllSent = round.stops.every((stop) => stop.recordedAt !== null) && outbox.entries.length === 0

  function goOn(): void {
    const next = [...round.stops.slice(at + 1), ...round.stops.slice(0, at)].find((stop) => !isDone(stop))
    if (next) setChosen(next.id)
    scrollTo({ top: 0 })
  }

  async function finish(): Promise<void> {
    setBusy(true)
    try {
      await ask(finishRound, { id: round.id })
      toast.success(t('round.finished'))
      await forgetLists(queries, rounds)
      refetch()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  /** The code on the machine: its label, of which the server knows the machine, or its number. */
  async function goTo(code: string): Promise<void> {
    const token = tokenOf(code)
    const stop =
      token === undefined
        ? round.stops.find(({ equipmentCode }) => equipmentCode?.toLowerCase() === code.toLowerCase())
        : await stopOfLabel(token)
    if (stop === 'unknown') return
    if (!stop) {
      toast.error(token === undefined ? t('round.no-such-machine', { code }) : t('round.label-elsewhere'))
      return
    }
    setChosen(stop.id)
    setScanned({ stopId: stop.id, token })
  }

  /** `unknown` where the server did not know the label, or could not be asked: that has been shown. */
  async function stopOfLabel(token: string) {
    try {
      const { id } = await ask(scanEquipment, { token })
      return round.stops.find(({ equipmentId }) => equipmentId === id)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return 'unknown'
    }
  }

  return (
    <>
      <header className="upkeep-card round-head">
        <div className="upkeep-head">
          <h1>{round.roundName}</h1>
          <Link to={LIST}>{t('round.to-list')}</Link>
        </div>
        <p className="upkeep-states">
          <RoundStateTag state={round.roundState} />
          <span className="upkeep-about">{t('round.window', { from: secondOf(round.dueAt), to: secondOf(round.dueUntil) })}</span>
        </p>
        <p className="upkeep-about" role="status">
          {t('round.progress', { done, count: round.stops.length })}
          {round.doneAt !== null && ` · ${t('round.done-by', { name: round.doneBy ?? '–', time: secondOf(round.doneAt) })}`}
        </p>
        {outbox.entries.length > outbox.refusals.size && (
          <Alert
            type={outbox.isOffline ? 'warning' : 'info'}
            showIcon
            title={t(outbox.isOffline ? 'round.offline' : 'round.sending', { count: outbox.entries.length - outbox.refusals.size })}
          />
        )}
        {outbox.isUnkept && <Alert type="error" showIcon role="alert" title={t('round.unkept')} />}
        {outbox.refusals.size > 0 && (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={t('round.kept', { count: outbox.refusals.size })}
            action={<Button onClick={() => void outbox.again()}>{t('round.again')}</Button>}
          />
        )}
        {round.mayRecord && <Scan onCode={goTo} />}
        <nav aria-label={t('noun.round-stops')}>
          <ol className="round-stops">
            {round.stops.map((stop) => (
              <li key={stop.id}>
                <button
                  type="button"
                  className="round-stop"
                  aria-current={stop.id === chosen ? 'step' : undefined}
                  onClick={() => setChosen(stop.id)}
                >
                  <span>{stop.stopName}</span>
                  {isRefused(stop.id) ? (
                    <Tag kind="urgent">{t('round.refused')}</Tag>
                  ) : (stop.itemsFailed ?? 0) > 0 ? (
                    <Tag kind="urgent">{t('round.failed', { count: stop.itemsFailed ?? 0 })}</Tag>
                  ) : isWaiting(stop.id) ? (
                    <Tag kind="notice">{t('round.waiting')}</Tag>
                  ) : stop.recordedAt !== null ? (
                    <Tag kind="good">{t('round.ok')}</Tag>
                  ) : (
                    <Tag kind="quiet">{t('round.open')}</Tag>
                  )}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      </header>
      {current && (
        <Stop
          key={current.id}
          stop={current}
          place={at + 1}
          count={round.stops.length}
          // What was refused can be mended though the round is over.
          mayRecord={round.mayRecord || outbox.entries.some(({ stopId }) => stopId === current.id)}
          scanned={scanned?.stopId === current.id ? scanned : undefined}
          outbox={outbox}
          onDone={goOn}
        />
      )}
      {round.mayRecord && round.roundState !== 'missed' && (
        <div className="round-end">
          <Button type="primary" size="large" block disabled={!isAllSent} loading={busy} onClick={() => void finish()}>
            {t('round.finish')}
          </Button>
          {!isAllSent && <p className="upkeep-about">{t('round.finish-hint')}</p>}
        </div>
      )}
    </>
  )
}
