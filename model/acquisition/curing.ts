/** Words of curing: what is cured how, which measurements play which part in it, and what a clause of a standard looks at. */

/**
 * How something is cured. `ponding` is under water that is held on it, `same-condition` beside the member that it stands for; `asphalt` is laid and cools.
 */
export const RUN_KINDS = ['room', 'steam', 'spray', 'mass', 'ponding', 'same-condition', 'asphalt'] as const
export type RunKind = (typeof RUN_KINDS)[number]

/** What a point measures of a run: the concrete inside and at its surface, the air around, the space it cures in, moisture, water. */
export const RUN_ROLES = ['core', 'surface', 'ambient', 'chamber', 'humidity', 'water', 'setpoint'] as const
export type RunRole = (typeof RUN_ROLES)[number]

/** Without a point for each of these a run of the kind cannot be finished. */
export const ROLES_OF_KIND: Readonly<Record<RunKind, readonly RunRole[]>> = {
  room: ['chamber', 'humidity'],
  steam: ['chamber'],
  spray: ['humidity'],
  mass: ['core', 'surface', 'ambient'],
  ponding: ['water'],
  'same-condition': ['ambient'],
  asphalt: ['surface'],
}

/** Keys of the points of a device by the roles they take in a run of the kind, when it is opened with the device. */
export const KEYS_OF_KIND: Readonly<Record<RunKind, Readonly<Partial<Record<RunRole, RegExp>>>>> = {
  room: { chamber: /^temp\d*$|^chamber$/i, humidity: /^rh\d*$|^humidity$/i, setpoint: /^set_temp$/i },
  steam: { chamber: /^chamber$/i, core: /^core\d*$/i, surface: /^surface\d*$/i, ambient: /^ambient$/i },
  spray: { humidity: /^surface_rh$|^humidity$/i, core: /^core\d*$/i, ambient: /^ambient$/i },
  mass: { core: /^core\d*$/i, surface: /^surface\d*$/i, ambient: /^ambient$/i },
  ponding: { water: /^water_temp$|^temperature$/i },
  'same-condition': { ambient: /^ambient$|^temperature$/i },
  asphalt: { surface: /^surface\d*$|^mat\d*$/i },
}

/** The roles that a point of a device takes in a run of a kind, by its key. */
export const roleOfKey = (kind: RunKind, key: string): RunRole | undefined => RUN_ROLES.find((role) => KEYS_OF_KIND[kind][role]?.test(key))

/** Whose temperature is the one of the concrete, the best known first: maturity is reckoned from it. */
export const MATURITY_ROLES = ['core', 'chamber', 'water', 'ambient'] as const satisfies readonly RunRole[]

export const RUN_STAGES = ['rest', 'heating', 'constant', 'cooling', 'curing', 'laying', 'rolling', 'opening'] as const
export type RunStage = (typeof RUN_STAGES)[number]

/** The stages of each kind, in their order. */
export const STAGES_OF_KIND: Readonly<Record<RunKind, readonly RunStage[]>> = {
  room: ['curing'],
  steam: ['rest', 'heating', 'constant', 'cooling'],
  spray: ['curing'],
  mass: ['heating', 'cooling'],
  ponding: ['curing'],
  'same-condition': ['curing'],
  asphalt: ['laying', 'rolling', 'opening'],
}

/** `running` until it is finished, and then accepted or declared void by somebody. */
export const RUN_STATES = ['running', 'finished', 'accepted', 'void'] as const
export type RunState = (typeof RUN_STATES)[number]

/** What was found. `undecided` where too little was measured to say: never passed. */
export const VERDICTS = ['pass', 'fail', 'undecided'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Below this share of the time nothing is decided. */
export const MIN_COVERAGE = 0.95

/**
 * What a clause limits: the value of a role; its difference from another role; its rise over the first value of the run; how fast it rises
 * or falls, over the hour or the day before; and what has come together by the end, in °C·d above 0 °C.
 */
export const ITEM_MEASURES = ['value', 'difference', 'rise', 'rise-hour', 'fall-hour', 'fall-day', 'degree-days'] as const
export type ItemMeasure = (typeof ITEM_MEASURES)[number]

/** What the unit of a limit has behind that of the points: `°C/h` for a rate of points in `°C`. */
export const UNIT_SUFFIX: Readonly<Record<ItemMeasure, string>> = {
  value: '',
  difference: '',
  rise: '',
  'rise-hour': '/h',
  'fall-hour': '/h',
  'fall-day': '/d',
  'degree-days': '·d',
}

export const ITEM_SEVERITIES = ['mandatory', 'advisory'] as const
export type ItemSeverity = (typeof ITEM_SEVERITIES)[number]

export const RUN_NOTES = ['cover', 'spray', 'weather', 'pour', 'other'] as const
export type RunNoteKind = (typeof RUN_NOTES)[number]
