import { NO_BLANKS, computed, decimal, integer, oneOf, reference, text, time, disclosedBy } from '../fields.ts'
import { resource } from '../resource.ts'
import { anyOf, creator, place } from '../row-scope.ts'
import { RUN_KINDS, RUN_STAGES, RUN_STATES, VERDICTS } from './curing.ts'

const PATH = '/acquisition/run'
const FORECAST = `${PATH}/queryForecast`

/** What a forecast is made of: whoever does not see one of these is told none. */
const FORECAST_FROM = [
  { noun: 'components', field: 'mixId' },
  { noun: 'components', field: 'designStrength' },
  { noun: 'components', field: 'strikingShare' },
  { noun: 'mixes', field: 'datumTemp' },
  { noun: 'mixes', field: 'curveR2' },
  { noun: 'mix-points', field: 'maturity' },
  { noun: 'mix-points', field: 'strength' },
  // And without what a page about a run cannot do without there is no forecast either.
  { noun: 'runs', field: 'runKind' },
  { noun: 'runs', field: 'runState' },
  { noun: 'runs', field: 'startedAt' },
  { noun: 'runs', field: 'endedAt' },
  { noun: 'runs', field: 'setVersion' },
] as const

/** Fields without which nobody is told which points, stages and findings a run has. */
export const DISCLOSED_OF_RUN = ['runKind', 'runState', 'startedAt', 'endedAt', 'setVersion'] as const

/**
 * The curing of one component, from its opening to its acceptance: with the points that measure it, by their roles, and the version of the
 * limit set that it was opened with. Its verdict is worked out when it is finished, and again when late samples touch it.
 */
export const runs = resource({
  name: 'runs',
  api: { base: PATH, noun: 'Run' },
  table: 'runs',
  readsFrom: 'run_list',
  scope: 'tenant',
  ownedBy: anyOf(place('site_id'), creator),
  menu: 'runs',
  title: 'runNumber',
  order: ['startedAt', 'descend'],
  unique: ['runNumber'],
  serverColumns: ['created_by', 'limit_version_id', 'judged_samples', 'judged_at', 'finished_at', 'touched_at'],
  calls: {
    detail: `${PATH}/queryRunDetail`,
    verdict: `${PATH}/queryRunVerdict`,
    curve: `${PATH}/queryRunCurve`,
    forecast: FORECAST,
    bind: `${PATH}/addRunPoint`,
    unbind: `${PATH}/deleteRunPoint`,
    note: `${PATH}/addRunNote`,
    confirm: `${PATH}/confirmStage`,
    finish: `${PATH}/finishRun`,
    accept: `${PATH}/acceptRun`,
    waive: `${PATH}/waiveVerdict`,
  },
  fields: {
    runNumber: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    runKind: oneOf({ of: RUN_KINDS, required: true, write: 'once', filter: 'equals', sort: true }),
    componentId: reference({ to: 'components', show: 'component_code', required: true, write: 'once', filter: 'equals' }),
    /** Unless said, the site of the component. */
    siteId: reference({ to: 'sites', show: 'site_name', write: 'once', filter: 'equals' }),
    /** Whose points are bound by their keys when the run is opened. */
    deviceId: reference({ to: 'devices', show: 'device_code', write: 'once', filter: 'equals' }),
    limitSetId: reference({ to: 'limit-sets', show: 'set_code', required: true, write: 'once', filter: 'equals' }),
    setVersion: integer({ write: 'never' }),
    /** When water met cement: the age is counted from here. */
    waterAddedAt: time({ filter: 'range', sort: true }),
    startedAt: time({ required: true, filter: 'range', sort: true }),
    endedAt: time({ write: 'never', filter: 'range', sort: true }),
    /** How long it is to take: by this the hours that it took are measured. */
    plannedHours: decimal({ min: 0.1, max: 10_000, filter: 'range', sort: true }),
    runState: oneOf({ of: RUN_STATES, write: 'never', filter: 'equals', sort: true }),
    /** The newest of the stages that somebody has confirmed. */
    runStage: {
      ...computed(oneOf({ of: RUN_STAGES, filter: 'equals', sort: true })),
      withholds: [`${PATH}/queryRunDetail`, `${PATH}/queryRunCurve`],
    },
    /** When the component of one that goes on may be struck or tensioned, as the forecast says; nothing without a calibrated curve. */
    readyAt: disclosedBy(FORECAST, computed(time({ filter: 'range', sort: true }), FORECAST_FROM), [FORECAST]),
    runVerdict: oneOf({ of: VERDICTS, write: 'never', filter: 'equals', sort: true }),
    /** The least share of its time that one of its clauses could be judged for, from 0 to 1. */
    runCoverage: decimal({ write: 'never', filter: 'range', sort: true }),
    /** When samples that came late changed what the verdict rests on. */
    revisedAt: time({ write: 'never', filter: 'range', sort: true }),
    acceptedAt: time({ write: 'never', filter: 'range', sort: true }),
    /** Why it was accepted, or declared void. */
    acceptReason: text({ max: 256, write: 'never' }),
    runDescription: text({ max: 256 }),
  },
})
