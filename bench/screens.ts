/**
 * `npm run bench:screens`: all that a page of a big screen shows, in one call: 60 widgets and as many signs as 500 points take, with their newest values, twenty trends of an hour by the second, ten documents of figures,
 * alarms and devices, beside bare statements over one connection and without row security that read the same rows (PostgreSQL of `BENCH_DATABASE_URL`; a scratch database is made and dropped).
 * Wanted: 95 of 100 calls within 300 ms, whether its figures are remembered or not.
 */
import type { ScreenPageData } from '../model/contract/screen/screens.ts'
import type { ScreenWidget } from '../model/screens/document.ts'
import { EMPTY_SCREEN } from '../model/screens/read.ts'
import { judge } from './support/product.ts'
import { onScratchServer, p95Of } from './support/scratch-server.ts'
import { amount } from './support/smoke.ts'

const DEVICES = amount('BENCH_DEVICES', { whole: 50, smoke: 2 })
const ON_DEVICE = 10
const NUMBERS = amount(undefined, { whole: 28, smoke: 2 })
const TRENDS = amount(undefined, { whole: 20, smoke: 1 })
const FIGURES = amount(undefined, { whole: 10, smoke: 1 })
const SAMPLES = amount(undefined, { whole: 3600, smoke: 20 })
const ALARMS = amount('BENCH_ALARMS', { whole: 20_000, smoke: 20 })
const TIMES = amount('BENCH_TIMES', { whole: 40, smoke: 2 })
const WANTED_MS = 300
const PATH = '/api/screen/screen'

/** $1 is the tenant. */
const FILL = [
  `insert into devices (tenant_id, id, device_code, device_name, connection, device_status)
   select $1, gen_random_uuid(), 'screen-' || n, 'device ' || n, 'push', 1 from generate_series(1, ${DEVICES}) n`,
  `insert into points (tenant_id, id, device_id, point_key, point_name, unit, stale_seconds, retention)
   select $1, gen_random_uuid(), id, 'k' || n, 'point ' || n, '°C', 60, 'standard' from devices, generate_series(1, ${ON_DEVICE}) n where tenant_id = $1 and device_code like 'screen-%'`,
  `insert into point_states (tenant_id, series, time, value, quality, reason) select tenant_id, series, now(), 20, 192, 0 from points where tenant_id = $1`,
  `insert into device_states (tenant_id, device_id, seen_at) select tenant_id, id, now() from devices where tenant_id = $1`,
  `insert into samples (tenant_id, series, time, value, quality, reason, retention)
   select $1, series, date_trunc('second', now()) - at * interval '1 second', 20 + sin(at / 60.0), 192, 0, 2
   from (select series from points where tenant_id = $1 order by series limit ${TRENDS}) p, generate_series(0, ${SAMPLES - 1}) at`,
  `insert into alarms (tenant_id, id, rule_id, point_id, rule_name, point_name, device_name, alarm_kind, alarm_priority, active, owed, mode, raised_at)
   select $1, gen_random_uuid(), gen_random_uuid(), p.id, 'r', 'p', 'd', 'high', 1 + p.at % 4, p.at % 50 = 0, false, 'in-service', now() - p.at * interval '1 minute'
   from (select id, row_number() over () as at from points, generate_series(1, ${Math.ceil(ALARMS / (DEVICES * ON_DEVICE))}) where tenant_id = $1) p`,
]

/** The same rows, for nobody: points with their newest values, an hour of samples, standing alarms, devices with their state. */
const BARE = [
  `select p.id, p.point_name, p.unit, s.time, s.value, s.quality from points p join point_states s on s.tenant_id = p.tenant_id and s.series = p.series where p.tenant_id = $1`,
  `select series, time, value, quality from samples where tenant_id = $1 and time > now() - interval '1 hour' and series in (select series from points where tenant_id = $1 order by series limit ${TRENDS}) order by series, time`,
  `select rule_name, alarm_state, alarm_priority, raised_at, count(*) over () from alarms where tenant_id = $1 and alarm_state in ('unacknowledged', 'acknowledged', 'returned') order by alarm_priority, raised_at desc limit 20`,
  `select d.device_code, d.device_name, s.seen_at from devices d left join device_states s on s.tenant_id = d.tenant_id and s.device_id = d.id where d.tenant_id = $1 order by device_code limit 500`,
]

const figuresOf = (at: number) => ({
  name: `f${at}`,
  document: {
    format: 1,
    subject: at % 2 === 0 ? 'alarms' : 'devices',
    measures: [{ as: 'n', of: 'count' }],
    dimensions: [{ field: at % 2 === 0 ? 'alarmPriority' : 'presence', as: 'd' }],
    // Another one each: of equal documents one is read.
    limit: 100 + at,
  },
})

const RECT: ScreenWidget['rect'] = [0, 0, 200, 100]

/** Sixty widgets; the points that no number or trend shows are levels of symbols. */
function widgetsOf(points: readonly string[]): ScreenWidget[] {
  const at = (nth: number) => ({ point: points[nth % points.length] as string })
  const shown = NUMBERS + TRENDS
  const signs = 20
  const left = Math.max(0, points.length - shown)
  return [
    ...Array.from({ length: NUMBERS }, (_, nth): ScreenWidget => ({ id: `n${nth}`, kind: 'number', rect: RECT, bind: { value: at(nth) } })),
    ...Array.from({ length: TRENDS }, (_, nth): ScreenWidget => ({
      id: `t${nth}`,
      kind: 'trend',
      rect: RECT,
      bind: { a: at(nth) },
      options: { minutes: 60 },
    })),
    ...Array.from({ length: FIGURES }, (_, nth): ScreenWidget => ({
      id: `c${nth}`,
      kind: 'table',
      rect: RECT,
      options: { figure: `f${nth}` },
    })),
    { id: 'alarms', kind: 'alarms', rect: RECT, options: { rows: 20 } },
    { id: 'devices', kind: 'devices', rect: RECT, options: {} },
    // The other points of the page stand on its second half, as signs with four values each.
    ...Array.from({ length: Math.min(signs * 25, Math.ceil(left / 4)) }, (_, nth): ScreenWidget => {
      const from = shown + nth * 4
      return {
        id: `s${nth}`,
        kind: 'symbol',
        rect: RECT,
        bind: { state: at(from), level: at(from + 1), flow: at(from + 2), text: at(from + 3) },
        options: { symbol: 'pump' },
      }
    }),
  ]
}

await onScratchServer('screens', 10, async ({ tenantId, admin, bare, fillWith }) => {
  await fillWith(FILL.map((text) => [text, [tenantId]]))
  const { rows } = await bare.query<{ id: string }>('select id from points where tenant_id = $1 order by series', [tenantId])
  const content = {
    ...EMPTY_SCREEN,
    figures: Array.from({ length: FIGURES }, (_, at) => figuresOf(at)),
    pages: [{ id: 'p1', title: 'bench', widgets: widgetsOf(rows.map(({ id }) => id)) }],
  }
  const brought = await admin.post<{ id: string }>(`${PATH}/importScreenFile`, { screenName: 'bench', content })
  if (brought.http !== 200) throw new Error(JSON.stringify(brought.errors ?? brought.message))
  const { id } = brought.data
  const publishing = await admin.post(`${PATH}/publishScreen`, { id, revision: 1 })
  if (publishing.http !== 200) throw new Error(JSON.stringify(publishing.errors ?? publishing.message))
  const ask = async () => {
    const answer = await admin.post<ScreenPageData>(`${PATH}/queryScreenPage`, { id, page: 'p1' })
    if (answer.http !== 200 || answer.data.values.length === 0) throw new Error(`no page: ${answer.message}`)
    return answer.data
  }
  const { points, trends, figures, lists } = await ask()
  const shown = `${points.length} points, ${Object.keys(trends).length} trends, ${Object.keys(figures).length} figures, ${Object.keys(lists).length} lists`
  const ours = await p95Of(ask, { times: TIMES, warmUps: 5 })
  const theirs = await p95Of(
    async () => {
      for (const [at, text] of BARE.entries()) await bare.query({ name: `bare ${at}`, text, values: [tenantId] })
    },
    { times: TIMES, warmUps: 5 },
  )
  judge([
    {
      name: `a page of ${shown} in one call, p95`,
      wanted: `${WANTED_MS} ms`,
      found: `${ours.toFixed(1)} ms (bare ${theirs.toFixed(1)})`,
      holds: ours <= WANTED_MS,
    },
  ])
})
