/** A stop of a round: its items, what is found of each, and its pictures. */
import { Alert, Button } from 'antd'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { EarlierEntry, RoundStop } from '../../../../../model/contract/maintenance/rounds.ts'
import { downloadRoundPhoto } from '../../../../../model/contract/maintenance/rounds.ts'
import type { CheckItem, CheckResult } from '../../../../../model/maintenance/checklist.ts'
import { judgeChecks } from '../../../../../model/maintenance/checklist.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { newId } from '../../../../kernel/new-id.ts'
import { fetchFile } from '../../../../kernel/resource/exchange/save-file.ts'
import { CheckAnswer, CheckWords, answerOf } from '../../../../shared/maintenance/check-items.tsx'
import { secondOf } from '../../../../ui/clock.ts'
import { Tag } from '../../../../ui/tag.tsx'
import type { Outbox } from './outbox.ts'
import { MachineLink } from '../../../../shared/maintenance/row-link.tsx'
import { nameOf, withoutPhotos } from '../../../../shared/maintenance/rounds/sender.ts'

const ORDER = '/maintenance/workorder'

interface StopProps {
  readonly stop: RoundStop
  /** The place of the stop, from 1, and how many there are. */
  readonly place: number
  readonly count: number
  readonly mayRecord: boolean
  /** How whoever does the round came to the stop, where that was by the code on the machine. */
  readonly scanned: { readonly token: string | undefined } | undefined
  readonly outbox: Outbox
  /** It has been filled in: on to the next one. */
  readonly onDone: () => void
}

export function Stop({ stop, place, count, mayRecord, scanned, outbox, onDone }: StopProps) {
  const t = useT()
  const heading = useId()
  const waiting = outbox.entries.find((entry) => entry.kind === 'stop' && entry.stopId === stop.id)
  const refused = waiting && outbox.refusals.get(nameOf(waiting))
  const refusedPhotos = outbox.entries.flatMap((entry) => {
    const reason = outbox.refusals.get(nameOf(entry))
    return entry.kind === 'photo' && entry.stopId === stop.id && reason !== undefined ? [{ id: entry.id, reason }] : []
  })
  const given = waiting?.kind === 'stop' ? waiting.results : (stop.results ?? [])
  const [results, setResults] = useState<ReadonlyMap<string, CheckResult>>(() => new Map(given.map((result) => [result.key, result])))
  const [missing, setMissing] = useState<readonly string[]>([])
  const put = (key: string, values: Partial<CheckResult>) =>
    setResults((before) => new Map(before).set(key, { ...before.get(key), ...values, key }))

  function photograph(key: string, file: File): void {
    const id = newId()
    void outbox.add({ kind: 'photo', stopId: stop.id, id, file })
    put(key, { photos: [...(results.get(key)?.photos ?? []), id] })
  }

  function keepPhotos(stays: (photoId: string) => boolean): CheckResult[] {
    const left = withoutPhotos([...results.values()], stays)
    setResults(new Map(left.map((result) => [result.key, result])))
    return left
  }

  function dropPhoto(id: string): void {
    keepPhotos((photo) => photo !== id)
    void outbox.dropPhoto(id)
  }

  function save(): void {
    // A picture that the browser has lost is asked for anew.
    const found = keepPhotos((photo) => stop.photos.includes(photo) || outbox.has(photo)).map(withoutNothing)
    const judged = judgeChecks(stop.checks, found)
    setMissing(judged.missing.map(({ key }) => key))
    if (judged.missing.length > 0) return
    void outbox.add({
      kind: 'stop',
      stopId: stop.id,
      results: found,
      scanned: scanned ? 1 : 0,
      token: scanned?.token,
      requestId: newId(),
    })
    onDone()
  }

  return (
    <section className="upkeep-card" aria-labelledby={heading}>
      <h2 id={heading}>{t('round.stop', { place, count, name: stop.stopName })}</h2>
      {(stop.equipmentName ?? stop.equipmentCode) !== null && (
        <p className="upkeep-about">
          <MachineLink id={stop.equipmentId} text={[stop.equipmentCode, stop.equipmentName].filter(Boolean).join(' · ')} />
        </p>
      )}
      {stop.recordedAt !== null && (
        <p className="upkeep-about">
          {t('round.recorded', { name: stop.recordedBy ?? '–', time: secondOf(stop.recordedAt) })}{' '}
          {stop.isLate && <Tag kind="notice">{t('round.late')}</Tag>}
        </p>
      )}
      <ol className="upkeep-checks">
        {stop.checks.map((item) => {
          const order = stop.orders.find(({ key }) => key === item.key)
          return (
            <li key={item.key} className={missing.includes(item.key) ? 'round-missing' : undefined}>
              <CheckWords item={item} result={results.get(item.key)} />
              {mayRecord ? (
                <CheckAnswer
                  item={item}
                  result={results.get(item.key)}
                  busy={false}
                  onPut={(values) => put(item.key, values)}
                  onPhoto={(file) => photograph(item.key, file)}
                />
              ) : (
                <p className="upkeep-about">{answerOf(item, results.get(item.key), t)}</p>
              )}
              {missing.includes(item.key) && <small role="alert">{t('round.item-missing')}</small>}
              {order && (
                <p className="upkeep-about">
                  {t('round.order')} <Link to={`${ORDER}?id=${order.orderId}`}>{order.orderNumber}</Link>
                </p>
              )}
            </li>
          )
        })}
      </ol>
      {stop.photos.length > 0 && <Photos ids={stop.photos} />}
      {stop.earlier.length > 0 && <Earlier entries={stop.earlier} items={stop.checks} />}
      {refused !== undefined && <Alert type="error" showIcon title={refused} role="alert" />}
      {refusedPhotos.map(({ id, reason }) => (
        <Alert
          key={id}
          type="error"
          showIcon
          role="alert"
          title={t('round.photo-refused', { reason })}
          action={<Button onClick={() => dropPhoto(id)}>{t('round.drop-photo')}</Button>}
        />
      ))}
      {mayRecord && (
        <Button type="primary" size="large" block disabled={!outbox.isRead} onClick={save}>
          {t(place === count ? 'round.save' : 'round.save-next')}
        </Button>
      )}
    </section>
  )
}

/** A result without members that say nothing: they would be answers. */
function withoutNothing({ key, passed, value, text, photos, note }: CheckResult): CheckResult {
  return {
    key,
    ...(passed === undefined ? {} : { passed }),
    ...(value === undefined ? {} : { value }),
    ...(text === undefined || text.trim() === '' ? {} : { text }),
    ...(photos === undefined || photos.length === 0 ? {} : { photos }),
    ...(note === undefined || note.trim() === '' ? {} : { note }),
  }
}

/** What was recorded before, by whom and when: a correction replaces what is shown, and not that it was said. */
function Earlier({ entries, items }: { readonly entries: readonly EarlierEntry[]; readonly items: readonly CheckItem[] }) {
  const t = useT()
  return (
    <details>
      <summary>{t('round.earlier', { count: entries.length })}</summary>
      {entries.map(({ results, recordedAt, recordedBy }) => (
        <section key={recordedAt}>
          <p className="upkeep-about">{t('round.recorded', { name: recordedBy ?? '–', time: secondOf(recordedAt) })}</p>
          <ul className="upkeep-checks">
            {items.map((item) => {
              const result = results.find(({ key }) => key === item.key)
              return (
                <li key={item.key}>
                  <CheckWords item={item} result={result} />
                  <p className="upkeep-about">{answerOf(item, result, t)}</p>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </details>
  )
}

function Photos({ ids }: { readonly ids: readonly string[] }) {
  const t = useT()
  async function fetchPhoto(id: string): Promise<void> {
    try {
      await fetchFile(downloadRoundPhoto, { id })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return (
    <ul className="round-photos" aria-label={t('round.photos')}>
      {ids.map((id, at) => (
        <li key={id}>
          <Button size="small" onClick={() => void fetchPhoto(id)}>
            {t('round.photo', { number: at + 1 })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
