/** Runs of curing: how far each has come, and the worst of them with their probes against their limits. */
import type { ScreenRows } from '../../../../model/contract/screen/screens.ts'
import type { Tone } from '../../../../model/screens/document.ts'
import { localeOf, textOr, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { percentText } from '../../../kernel/i18n/percent.ts'
import { useChanges } from '../use-feed.ts'
import { DASH, qualityOf } from '../truth.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Empty } from './chart-rows.tsx'
import { Leading, More, fitting, roomOf, useRows } from './rows.tsx'
import { Shell } from './shell.tsx'
import { ToneSign } from './sign.tsx'
import { sparkPath } from './spark.ts'
import { MIN_TEXT, numberText } from './value.ts'

type Run = ScreenRows<'runs'>[number]

const VERDICT_TONES: Readonly<Record<string, Tone>> = { pass: 'good', fail: 'alarm-1', undecided: 'notice', waived: 'off' }

/** Whether a probe is on the wrong side of its limit. A bad value is on neither. */
export const isBeyondLimit = ({ value, quality, limit, isLeast }: Run['values'][number]): boolean =>
  value !== null && limit !== null && qualityOf(quality) !== 'bad' && (isLeast ? value < limit : value > limit)

/** What a run stands at: its verdict, where there is one, else worse where a probe is beyond its limit. */
export function toneOfRun({ verdict, values }: Pick<Run, 'verdict' | 'values'>): Tone {
  const known = verdict === null ? undefined : VERDICT_TONES[verdict]
  if (known === 'alarm-1') return known
  const isBeyond = values.some(isBeyondLimit)
  return isBeyond ? 'warning' : (known ?? 'plain')
}

const called = (run: Run): string => [run.componentName, run.runNumber].filter(Boolean).join(' · ') || DASH
/** What a run is in, in words: its stage, its state where it has none, else nothing. */
export const stageOf = ({ stage, state }: Pick<Run, 'stage' | 'state'>): string =>
  stage !== null ? textOr(`choice.runStage.${stage}`, stage) : state !== null ? textOr(`choice.runState.${state}`, state) : ''

export function RunsView(props: WidgetProps<'runs'>) {
  const { options, open } = props
  const list = useRows(props, 'runs')
  const room = roomOf(props, options.title)
  const rows = list?.rows ?? []
  const { shown } = fitting(Math.max(rows.length, list?.total ?? 0), room.height, room.rowHeight, options.rows)
  return (
    <Shell {...props} title={options.title} isParted>
      {rows.length === 0 ? (
        <Empty isWaiting={!list} />
      ) : (
        <ul className="sw-rows">
          {rows.slice(0, shown).map((run) => (
            <li key={run.id} className="sw-run" style={{ height: room.rowHeight }}>
              <Sign run={run} size={room.size} />
              <span className="sw-main">
                <Leading open={open} address={`/acquisition/run?id=${run.id}`}>
                  {called(run)}
                </Leading>
              </span>
              <span className="sw-aside">{stageOf(run)}</span>
              <Share share={run.share} width={Math.min(room.width * 0.28, room.size * 10)} size={room.size} />
            </li>
          ))}
        </ul>
      )}
      <More count={(list?.total ?? 0) - Math.min(shown, rows.length)} />
    </Shell>
  )
}

function Sign({ run, size }: { readonly run: Run; readonly size: number }) {
  const { verdict } = run
  return (
    <span className="sw-signs" data-tone={toneOfRun(run)}>
      <ToneSign tone={toneOfRun(run)} size={Math.max(MIN_TEXT, size)} />
      <span className="visually-hidden">{verdict === null ? '' : textOr(`choice.runVerdict.${verdict}`, verdict)}</span>
    </span>
  )
}

/** How much of its time has passed, as a bar and as a share. */
function Share({ share, width, size }: { readonly share: number | null; readonly width: number; readonly size: number }) {
  return (
    <span className="sw-share" style={{ width }}>
      <span className="sw-share-track" style={{ height: Math.max(4, size * 0.4) }} aria-hidden="true">
        <span style={{ width: `${Math.round(Math.min(1, Math.max(0, share ?? 0)) * 100)}%` }} />
      </span>
      <span className="sw-figure">{share === null ? DASH : percentText(Math.min(1, Math.max(0, share)))}</span>
    </span>
  )
}

/** Cards of the worst runs: each probe with its limit, and the course of the last minutes where it is wanted. */
export function RunView(props: WidgetProps<'run'>) {
  const { options, open, feed, scale } = props
  const list = useRows(props, 'runs')
  const room = roomOf(props, options.title)
  const rows = (list?.rows ?? []).slice(0, options.worst ?? 3)
  useChanges(feed, options.trend ? rows.flatMap(({ values }) => values.map(({ pointId }) => `point:${pointId}` as const)) : [])
  const isWide = rows.length > 0 && room.width / rows.length > room.size * 16
  const gap = Math.max(4, 10 * scale)
  const card = {
    width: isWide ? (room.width - gap * (rows.length - 1)) / Math.max(1, rows.length) : room.width,
    height: isWide ? room.height : (room.height - gap * (rows.length - 1)) / Math.max(1, rows.length),
  }
  const courses = Math.max(MIN_TEXT, card.height * 0.28)
  const hasCourse = ({ values }: Run) => options.trend === true && values.some(({ pointId }) => feed.ring(pointId).length > 1)
  return (
    <Shell {...props} title={options.title} isParted>
      {rows.length === 0 ? (
        <Empty isWaiting={!list} />
      ) : (
        <ul className="sw-cards" style={{ flexDirection: isWide ? 'row' : 'column', gap }}>
          {rows.map((run) => (
            <li key={run.id} className="sw-card" data-tone={toneOfRun(run)} style={{ ...card, padding: 8 * scale }}>
              <p className="sw-card-head">
                <Sign run={run} size={room.size} />
                <span className="sw-main">
                  <Leading open={open} address={`/acquisition/run?id=${run.id}`}>
                    {called(run)}
                  </Leading>
                </span>
                <span className="sw-aside">{stageOf(run)}</span>
              </p>
              <Probes
                feed={feed}
                run={run}
                size={room.size}
                {...probesIn({ ...card, height: card.height - 16 * scale - (hasCourse(run) ? courses : 0) }, room.size)}
              />
              {options.trend && (
                <Sparks feed={feed} run={run} width={card.width - 16 * scale} height={courses} stroke={Math.max(1.5, 2 * scale)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Shell>
  )
}

/** How many columns of probes fit into a card, and how many of them below each other, beneath its head. Pixels. */
export function probesIn({ width, height }: { readonly width: number; readonly height: number }, size: number) {
  return { columns: Math.max(1, Math.floor(width / (size * 12))), lines: Math.max(1, Math.floor((height - size * 1.5) / (size * 1.36))) }
}

/** What is beyond its limit first, then what has a value: of more than fit the rest is counted. */
export const gravestFirst = (values: Run['values']): Run['values'] => {
  const rank = (probe: Run['values'][number]) =>
    isBeyondLimit(probe) ? 0 : probe.value === null || qualityOf(probe.quality) === 'bad' ? 2 : 1
  return values.toSorted((one, other) => rank(one) - rank(other))
}

interface ProbesProps extends Pick<WidgetProps, 'feed'> {
  readonly run: Run
  readonly size: number
  readonly columns: number
  readonly lines: number
}

function Probes({ feed, run, size, columns, lines }: ProbesProps) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const { shown, more } = fitting(run.values.length, lines * columns, 1)
  return (
    <>
      <dl className="sw-probes" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
        {gravestFirst(run.values)
          .slice(0, shown)
          .map((probe) => {
            const { role, pointId, value, quality, limit, isLeast } = probe
            const isBad = value === null || qualityOf(quality) === 'bad'
            const isBeyond = isBeyondLimit(probe)
            return (
              <div key={pointId} data-tone={isBeyond ? 'warning' : undefined} data-truth={isBad ? 'bad' : qualityOf(quality)}>
                <dt>{textOr(`choice.runRole.${role}`, role)}</dt>
                <dd className="sw-figure">
                  {isBeyond && <ToneSign tone="warning" size={Math.max(MIN_TEXT, size * 0.8)} />}
                  {isBad ? DASH : numberText(value, feed.point(pointId)?.digits ?? undefined, locale)}
                  {isBad && <span className="visually-hidden">{t('worth.bad')}</span>}
                </dd>
                <dd className="sw-aside sw-figure">
                  {limit === null ? '' : `${isLeast ? '≥' : '≤'} ${numberText(limit, undefined, locale)}`}
                </dd>
              </div>
            )
          })}
      </dl>
      <More count={more} />
    </>
  )
}

/** The courses of the probes of a run, in one box of values. */
function Sparks({
  feed,
  run,
  width,
  height,
  stroke,
}: Pick<WidgetProps, 'feed'> & { readonly run: Run; readonly width: number; readonly height: number; readonly stroke: number }) {
  const rings = run.values.map(({ pointId }) =>
    feed.ring(pointId).map(({ time, value, quality }) => ({ time, value: qualityOf(quality) === 'bad' ? null : value })),
  )
  const all = rings.flat()
  const values = all.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length < 2) return null
  const box = {
    from: Math.min(...all.map(({ time }) => time)),
    to: feed.now(),
    low: Math.min(...values),
    high: Math.max(...values),
    width,
    height,
  }
  return (
    <svg className="sw-svg" width={Math.max(1, width)} height={height} aria-hidden="true">
      {rings.map((ring, at) => (
        <path
          key={at}
          d={sparkPath(ring, box)}
          className="sw-spark"
          style={{ stroke: `var(--chart-${(at % 8) + 1})` }}
          strokeWidth={stroke}
          strokeDasharray={at === 0 ? undefined : `${at * 4} 3`}
        />
      ))}
    </svg>
  )
}
