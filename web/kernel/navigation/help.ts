/** The guides inside the product, and which of them is about which page. */
export const GUIDES = [
  'start',
  'connect',
  'mappings',
  'alarms',
  'trends',
  'curing',
  'machines',
  'maintenance',
  'charts',
  'rights',
  'files',
  'reports',
  'issuing',
  'screens',
  'forms',
  'office',
  'modelling',
  'processes',
  'backups',
] as const
export type Guide = (typeof GUIDES)[number]

export const HELP = '/help'

const pagesOf: readonly (readonly [Guide, RegExp])[] = [
  ['mappings', /^\/acquisition\/(typemappings|unparsedmessages)/],
  ['alarms', /^\/acquisition\/(alarm|deliver|dutyshifts)/],
  ['trends', /^\/acquisition\/(trends|annotations|shifts)/],
  [
    'curing',
    /^\/acquisition\/(runs?$|components|specimens|strengthtests|tendons|tensionings|tensionsteps|groutings|tensionlimits|mixes|mixpoints|limitsets|limititems)/,
  ],
  ['charts', /^\/charts\//],
  ['connect', /^\/acquisition\/(device|point|typepoints|collectors)/],
  ['rights', /^\/(authority|permission)\/|^\/admin\/(sysuser|syspost|sysorg)/],
  ['files', /^\/(file\/|admin\/exportcentre)/],
  ['reports', /^\/reportdesigner\//],
  ['machines', /^\/(maintenance\/calibrations|reports\/equipment)/],
  ['maintenance', /^\/(maintenance\/|bigscreen\/maintenanceconsole)/],
  ['screens', /^\/bigscreen\/(screens|screendesign|bigdata)/],
  ['issuing', /^\/reports\//],
  ['forms', /^\/devtool\/form|^\/devtool\/generatorform/],
  ['modelling', /^\/activiti\/(model|processdesign)/],
  ['office', /^\/personaloa\//],
  ['processes', /^\/activiti\//],
  ['backups', /^\/(tenant\/|admin\/(logsystem|outbox))/],
]

/** The guide that is about the page at an address. @example guideFor('/acquisition/alarms') // 'alarms' */
export const guideFor = (path: string): Guide => pagesOf.find(([, of]) => of.test(path))?.[0] ?? 'start'

/** The address of a guide. */
export const addressOfGuide = (guide: Guide): string => `${HELP}?guide=${guide}`
