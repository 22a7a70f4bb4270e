/**
 * The menu catalogue. It is the platform's and the same for every tenant; tenants grant entries of it to their roles.
 * Names are labels (`menu.<code>`), so an entry without a text in each language does not compile.
 */
import type { MenuButton, MenuCode } from '../model/tenant/template.ts'
import type { MenuIcon } from '../model/system/menu-catalogue.ts'
import { isExternal } from '../model/system/menu-catalogue.ts'

export type { MenuButton, MenuCode }

export interface MenuSeed {
  readonly code: MenuCode
  /** Absolute, as the browser shows it; `/home/workbench` is shown as `/workbench`. Or the address of another server. */
  readonly path: string
  readonly icon: MenuIcon
  /** The page, where the path does not tell which one it is. */
  readonly component?: string
  /** What follows the path in the address of a page about one thing. */
  readonly pageName?: string
  /** Reached from another page, never from the menu. */
  readonly hidden?: true
  /** The page is built anew at each visit. */
  readonly noCache?: true
  /** The page exists. A group shows as soon as one of its pages does. */
  readonly ready?: true
  /** Buttons that a role may be told to hide. */
  readonly buttons?: readonly MenuButton[]
  readonly children?: readonly MenuSeed[]
}

/** An entry as written below: its path is its folder's followed by `at`, or by its code where `at` is absent; an `at` that begins with `/` or is the address of another server stands alone. */
interface Draft extends Omit<MenuSeed, 'path' | 'children'> {
  readonly at?: string
  /** A group whose entries stand in the folder that it stands in itself: their addresses are older than the group. */
  readonly isOpen?: true
  readonly children?: readonly Draft[]
}

const page = (code: MenuCode, icon: MenuIcon, more: Omit<Draft, 'code' | 'icon' | 'children'> = {}): Draft => ({ code, icon, ...more })
const group = (code: MenuCode, icon: MenuIcon, children: readonly Draft[], at: string = code): Draft => ({ code, icon, at, children })

const openGroup = (code: MenuCode, icon: MenuIcon, children: readonly Draft[]): Draft => ({ code, icon, isOpen: true, children })

/** A page about one thing, opened from a list by its id, which stands behind the address as `?id=`; which list, web/app/detail-pages.ts says. */
const detail = (code: MenuCode, icon: MenuIcon, more: Pick<Draft, 'at'> = {}): Draft => ({
  code,
  icon,
  hidden: true,
  noCache: true,
  ...more,
})

const edit = ['add', 'update', 'delete'] as const
const list = [...edit, 'export', 'import'] as const

const catalogue: readonly Draft[] = [
  page('workbench', 'dashboard', { at: 'home/workbench', ready: true }),
  page('mynotification', 'bell', { at: 'home/mynotification', ready: true }),

  group('acquisition', 'wifi', [
    page('overview', 'fund', { ready: true }),
    openGroup('registry', 'hdd', [
      page('devices', 'hdd', { ready: true, buttons: [...list, 'secret'] }),
      detail('devicedetail', 'hdd', { at: 'device' }),
      page('points', 'dot-chart', { ready: true, buttons: list }),
      page('projects', 'project', { ready: true, buttons: list }),
      page('sites', 'environment', { ready: true, buttons: list }),
      page('devicetypes', 'tags', { ready: true, buttons: list }),
      page('typepoints', 'ordered-list', { ready: true, buttons: list }),
      page('typemappings', 'partition', { ready: true, buttons: list }),
    ]),
    openGroup('histories', 'line-chart', [
      page('trends', 'line-chart', { ready: true, buttons: ['export'] }),
      page('annotations', 'edit', { ready: true, buttons: list }),
      page('shifts', 'field-time', { ready: true, buttons: list }),
    ]),
    openGroup('alarming', 'alert', [
      page('alarms', 'alert', { ready: true, buttons: ['view', 'export'] }),
      page('alarmrules', 'sliders', { ready: true, buttons: list }),
    ]),
    openGroup('alarmdelivery', 'notification', [
      page('deliveryrules', 'notification', { ready: true, buttons: list }),
      page('alarmchannels', 'api', { ready: true, buttons: list }),
      page('dutyshifts', 'schedule', { ready: true, buttons: list }),
      page('deliveries', 'carry-out', { ready: true, buttons: ['export'] }),
    ]),
    openGroup('collecting', 'gateway', [
      page('collectors', 'gateway', { ready: true, buttons: ['import'] }),
      page('unparsedmessages', 'inbox', { ready: true, buttons: ['delete', 'export'] }),
    ]),
  ]),
  // A group of its own, for those who build and cure; their addresses are those of acquisition, which measures it.
  group('curing', 'container', [
    page('runs', 'schedule', { at: '/acquisition/runs', ready: true, buttons: list }),
    detail('run', 'schedule', { at: '/acquisition/run' }),
    page('components', 'project', { at: '/acquisition/components', ready: true, buttons: list }),
    page('specimens', 'inbox', { at: '/acquisition/specimens', ready: true, buttons: list }),
    page('strengthtests', 'dot-chart', { at: '/acquisition/strengthtests', ready: true, buttons: list }),
    page('tendons', 'link', { at: '/acquisition/tendons', ready: true, buttons: list }),
    page('tensionings', 'sliders', { at: '/acquisition/tensionings', ready: true, buttons: list }),
    page('tensionsteps', 'ordered-list', { at: '/acquisition/tensionsteps', ready: true, buttons: list }),
    page('groutings', 'control', { at: '/acquisition/groutings', ready: true, buttons: list }),
    page('tensionlimits', 'control', { at: '/acquisition/tensionlimits', ready: true, buttons: list }),
    page('mixes', 'appstore', { at: '/acquisition/mixes', ready: true, buttons: list }),
    page('mixpoints', 'line-chart', { at: '/acquisition/mixpoints', ready: true, buttons: list }),
    page('limitsets', 'control', { at: '/acquisition/limitsets', ready: true, buttons: [...list, 'publish'] }),
    page('limititems', 'ordered-list', { at: '/acquisition/limititems', ready: true, buttons: list }),
  ]),
  group('charts', 'fund', [
    page('constructiondata', 'line-chart', { ready: true, buttons: ['export'] }),
    page('alarmstatistics', 'alert', { ready: true, buttons: ['export'] }),
    page('boards', 'dashboard', { ready: true, buttons: ['add', 'update', 'delete', 'export'] }),
  ]),
  group('reports', 'solution', [
    page('curingreport', 'container', { ready: true, buttons: ['preview', 'export'] }),
    page('issuedreport', 'audit', { ready: true, buttons: ['issue', 'revise', 'void', 'sign', 'download'] }),
    detail('issuedreportdetails', 'audit'),
    page('reportschedule', 'schedule', { at: '/reports/schedule', ready: true, buttons: ['add', 'update', 'delete', 'export', 'start'] }),
    page('tensionreport', 'container', { ready: true, buttons: ['preview', 'export'] }),
    page('equipmentarchive', 'idcard', { ready: true, buttons: [...list, 'upload', 'download', 'details'] }),
    detail('equipmentdetail', 'idcard'),
  ]),
  // The ledger of machines stands among the reports, where the specification has it; what is done with them day by day stands here.
  group('maintenance', 'tool', [
    page('workorders', 'carry-out', { ready: true, buttons: ['add', 'update', 'export'] }),
    detail('workorder', 'carry-out'),
    page('faults', 'alert', { ready: true, buttons: ['add', 'update', 'export'] }),
    detail('fault', 'alert'),
    page('calibrations', 'safety', { ready: true, buttons: list }),
    page('maintenanceplans', 'schedule', { at: 'plans', ready: true, buttons: [...list, 'preview'] }),
    page('plandates', 'field-time', { ready: true, buttons: ['export'] }),
    page('rounds', 'audit', { ready: true, buttons: ['start', 'export'] }),
    detail('round', 'audit'),
    page('roundroutes', 'node-index', { at: 'routes', ready: true, buttons: list }),
    page('roundstops', 'ordered-list', { at: 'stops', ready: true, buttons: list }),
    page('spareparts', 'appstore', { ready: true, buttons: list }),
    page('partmoves', 'history', { ready: true, buttons: ['export'] }),
  ]),
  group('reportdesigner', 'layout', [
    page('reporttemplate', 'container', { ready: true, buttons: [...edit, 'export', 'design', 'preview', 'publish'] }),
    detail('reportdesign', 'edit'),
  ]),
  group('bigscreen', 'desktop', [
    page('maintenanceconsole', 'tool', { ready: true, noCache: true }),
    page('bigdata', 'fund', { ready: true, noCache: true }),
    page('screens', 'desktop', { ready: true, buttons: [...list, 'design', 'publish', 'preview'] }),
    detail('screendesign', 'edit'),
  ]),

  group('authority', 'lock', [
    page('sysrole', 'safety', { ready: true, buttons: [...list, 'authorize', 'preview'] }),
    page('sysurl', 'link', { ready: true, buttons: ['update', 'export', 'import', 'authorize'] }),
    page('datapermission', 'eye-invisible', { ready: true, buttons: edit }),
    page('why', 'question-circle', { ready: true }),
  ]),
  group('admin', 'setting', [
    page('sysuser', 'user', { ready: true, buttons: [...list, 'authorize', 'reset'] }),
    page('syspost', 'idcard', { ready: true, buttons: list }),
    page('sysuserpost', 'solution', { ready: true, buttons: list }),
    page('sysregistration', 'form', { ready: true, buttons: ['authorize', 'reject', 'delete', 'export'] }),
    page('sysmenu', 'menu', { ready: true, buttons: list }),
    page('sysorg', 'apartment', { ready: true, buttons: list }),
    page('sysdict', 'book', { ready: true, buttons: list }),
    page('sysregion', 'global', { ready: true, buttons: list }),
    page('sysparam', 'control', { ready: true, buttons: list }),
    page('notification', 'notification', { ready: true, buttons: [...edit, 'export', 'publish', 'withdraw', 'view'] }),
    page('appclient', 'api', { ready: true, buttons: list }),
    page('onlinesysuser', 'team', { ready: true, buttons: ['terminate', 'export'] }),
    page('exportcentre', 'inbox', { ready: true }),
    page('syslog', 'audit', { ready: true, buttons: ['details', 'export'] }),
    page('logsystem', 'save', { ready: true, buttons: ['start', 'download', 'delete', 'export'] }),
    page('outbox', 'notification', { ready: true, buttons: ['start', 'delete', 'export'] }),
  ]),
  group('tenant', 'cluster', [
    page('systenant', 'appstore', { ready: true, buttons: [...list, 'download'] }),
    page('package', 'tags', { ready: true, buttons: [...list, 'authorize'] }),
    page('isolation', 'security-scan', { ready: true, buttons: ['start'] }),
  ]),
  group('personaloa', 'solution', [
    page('startprocess', 'form', { ready: true, buttons: ['start'] }),
    page('myprocess', 'project', { ready: true, buttons: ['details', 'terminate', 'remind', 'copies', 'print', 'start', 'export'] }),
    page('candidatetask', 'inbox', { ready: true, buttons: ['assign', 'details', 'export'] }),
    page('assigneetask', 'schedule', {
      ready: true,
      buttons: [
        'complete',
        'delegate',
        'answer',
        'regress',
        'return',
        'reject',
        'transfer',
        'signers',
        'unclaim',
        'terminate',
        'remind',
        'copies',
        'print',
        'details',
        'export',
      ],
    }),
    page('finishedtask', 'carry-out', { ready: true, buttons: ['details', 'withdraw', 'export'] }),
    page('copytask', 'audit', { ready: true, buttons: ['details', 'export'] }),
    page('absence', 'team', { ready: true, buttons: edit }),
    detail('myprocessdetails', 'profile'),
    detail('mytaskdetails', 'schedule'),
  ]),
  group('activiti', 'partition', [
    page('model', 'deployment-unit', {
      ready: true,
      buttons: [...edit, 'design', 'deploy', 'authorize', 'upload', 'download', 'check', 'simulate', 'copy'],
    }),
    detail('processdesign', 'edit'),
    page('processsecret', 'safety', { ready: true, buttons: [...edit, 'export'] }),
    page('deployment', 'rocket', { ready: true, buttons: ['upload', 'delete', 'download'] }),
    page('processdefinition', 'branches', {
      ready: true,
      buttons: ['preview', 'suspend', 'activate', 'difference', 'migrate'],
    }),
    page('processinstance', 'node-index', {
      ready: true,
      buttons: ['suspend', 'activate', 'terminate', 'delete', 'track', 'execution', 'resolve'],
    }),
    detail('execution', 'node-index'),
    page('task', 'carry-out', { ready: true, buttons: ['assign', 'terminate', 'details'] }),
    detail('taskdetails', 'carry-out'),
    page('historicprocessinstance', 'history', {
      ready: true,
      buttons: ['track', 'activity', 'detail', 'variable', 'revive', 'hold', 'delete'],
    }),
    detail('historicactivityinstance', 'ordered-list'),
    detail('historicdetail', 'unordered-list'),
    detail('historicvariableinstance', 'database'),
    page('historictaskinstance', 'field-time', { ready: true, buttons: ['details', 'delete'] }),
    detail('historictaskdetails', 'field-time'),
  ]),
  group('devtool', 'code', [
    page('codegenerator', 'build', { buttons: [...edit, 'preview', 'generate', 'download'] }),
    page('generatortemplate', 'snippets', { buttons: [...edit, 'preview'] }),
    page('forwardgenerator', 'arrow-right', { buttons: ['preview', 'generate'] }),
    page('reversegenerator', 'arrow-left', { buttons: ['preview', 'generate'] }),
    page('formgenerator', 'form', { ready: true, buttons: ['preview', 'generate'] }),
    page('formdesign', 'edit', { ready: true, noCache: true, buttons: ['preview'] }),
    page('generatorform', 'container', { ready: true, buttons: [...edit, 'export', 'design', 'preview', 'publish'] }),
    page('formentry', 'solution', { ready: true, buttons: [...list, 'withdraw'] }),
  ]),
  group('file', 'folder-open', [
    page('upload-download', 'file', { ready: true, buttons: ['upload', 'download', 'update', 'delete', 'preview', 'authorize'] }),
    page('networkdisk', 'cloud', { ready: true, buttons: ['add', 'upload', 'download', 'update', 'delete', 'preview', 'authorize'] }),
  ]),
  group('monitors', 'monitor', [
    page('distributedlog', 'read'),
    page('configmonitor', 'control'),
    page('sentinel', 'security-scan'),
    page('configregistry', 'cloud-server'),
    page('apidocs', 'api', { ready: true }),
    page('pool', 'database'),
    page('metrics', 'thunderbolt'),
  ]),
  group('template', 'appstore', [
    page('guide', 'compass', { ready: true }),
    page('icon', 'picture', { ready: true }),
    group('tables', 'table', [
      page('inlinetable', 'edit', { ready: true }),
      page('dragtable', 'ordered-list', { ready: true }),
      page('complextable', 'unordered-list', { ready: true }),
    ]),
    page('templatecharts', 'line-chart', { at: 'charts', ready: true }),
    page('tabs', 'layout', { ready: true }),
    page('excel', 'file-excel', { ready: true }),
    page('zip', 'file-zip', { ready: true }),
    page('uploadexcel', 'inbox', { at: 'upload-excel', ready: true }),
    page('editor', 'form', { ready: true }),
    page('imageupload', 'picture', { at: 'image-upload', ready: true }),
    page('trees', 'apartment', { ready: true }),
    page('maps', 'environment', { ready: true }),
    page('numbers', 'field-time', { ready: true }),
    page('printing', 'file-text', { ready: true }),
    group('error', 'warning', [
      page('error401', 'stop', { at: '401', ready: true }),
      page('error404', 'close-circle', { at: '404', ready: true }),
    ]),
    page('errorlog', 'bug', { at: 'error-log', ready: true }),
    page('clipboard', 'copy', { ready: true }),
    page('theme', 'skin', { ready: true }),
    page('i18n', 'translation', { ready: true }),
    group(
      'permission',
      'key',
      [
        page('permissionpage', 'file', { at: 'page', ready: true }),
        page('permissiondirective', 'eye-invisible', { at: 'directive', ready: true }),
        page('permissionrole', 'safety', { at: 'role', ready: true }),
      ],
      '/permission',
    ),
    page('externallink', 'link', { at: 'https://ant.design/components/overview/', ready: true }),
  ]),
]

function below(folder: string, { at, isOpen, children, ...entry }: Draft): MenuSeed {
  const path = at !== undefined && (at.startsWith('/') || isExternal(at)) ? at : `${folder}/${at ?? entry.code}`
  return { ...entry, path, ...(children ? { children: children.map((child) => below(isOpen ? folder : path, child)) } : {}) }
}

export const menus: readonly MenuSeed[] = catalogue.map((entry) => below('', entry))
