/**
 * The roles of a demonstration tenant: two that the product knows by code, one that sees little, three from working life.
 * The editor may do whatever viewers and operators may, and so may make and change them; nobody can change who may more.
 */
import { ADMINISTRATOR } from '../model/authority/roles.ts'
import * as plainNouns from '../model/plain.ts'
import type { MenuButton, MenuCode } from './menus.ts'
import type { RoleSeed } from './tenant.ts'

const hide = <Code extends MenuCode>(menu: Code, ...buttons: MenuButton[]) => buttons.map((button) => `${menu}:${button}` as const)

// Names, not `query*`: the list of live sessions is a query on users as well, and is not meant here.
const readUsers = [
  '/admin/sysuser/querySysUser',
  '/admin/sysuser/queryUsername',
  '/admin/sysrole/queryRoleName',
  '/admin/sysrole/queryRoleNameCheckbox',
]
const readOrganisations = ['/admin/sysorg/query*']
const readRoles = ['/admin/sysrole/query*']
const readPosts = ['/admin/syspost/query*', '/admin/sysuserpost/query*', '/admin/sysuser/querySysUserOptions']

/** One's own files, and those that others share. */
const disk = ['/file/file/*', '/file/upload']
const readDisk = ['queryFile', 'queryFolderTree', 'queryFileTypeName', 'queryFileUsage', 'content', 'downloadFile', 'downloadTicket'].map(
  (call) => `/file/file/${call}`,
)
/** What the devices report, to look at. */
const watching = [
  'overview',
  'devices',
  'devicedetail',
  'points',
  'trends',
  'alarms',
  'alarmstatistics',
  'boards',
  'constructiondata',
  'runs',
  'run',
  'components',
  'specimens',
  'strengthtests',
  'tendons',
  'tensionings',
  'tensionsteps',
  'groutings',
  'curingreport',
  'tensionreport',
  'issuedreport',
  'issuedreportdetails',
  'equipmentarchive',
  'equipmentdetail',
  'calibrations',
  'workorders',
  'workorder',
  'faults',
  'fault',
  'maintenanceconsole',
  'bigdata',
  'screens',
  'maintenanceplans',
  'plandates',
  'rounds',
  'round',
  'roundroutes',
  'roundstops',
  'spareparts',
  'partmoves',
] as const
const watch = [
  'overview',
  'project',
  'site',
  'shift',
  'devicetype',
  'device',
  'point',
  'reading',
  'alarm',
  'run',
  'component',
  'specimen',
  'strengthtest',
  'tendon',
  'tensioning',
  'tensionstep',
  'grouting',
  'tensionlimit',
  'mix',
  'mixpoint',
  'limitset',
  'limititem',
].map((noun) => `/acquisition/${noun}/query*`)
/** What there is of machines, to look at. */
const watchMachines = [
  ...[
    'equipment',
    'calibration',
    'workorder',
    'fault',
    'plan',
    'plandate',
    'round',
    'roundroute',
    'roundstop',
    'sparepart',
    'partmove',
    'console',
  ].map((noun) => `/maintenance/${noun}/query*`),
  '/maintenance/round/downloadRoundPhoto',
]
/** Whoever is on the spot reports what is wrong, and carries orders out; to approve and to verify them is another right. */
const carryOutOrders = [
  ...['startRound', 'recordRoundStop', 'finishRound', 'addRoundPhoto'].map((call) => `/maintenance/round/${call}`),
  '/maintenance/partmove/movePart',
  ...['addFault', 'updateFault', 'addFaultFile', 'deleteFaultFile'].map((call) => `/maintenance/fault/${call}`),
  ...['actOnWorkOrder', 'saveOrderChecks', 'addOrderLabour', 'deleteOrderLabour', 'addOrderFile', 'deleteOrderFile'].map(
    (call) => `/maintenance/workorder/${call}`,
  ),
]
/** Whoever leads the work opens orders, decides about them and verifies what others have done. */
const leadOrders = [
  '/maintenance/fault/actOnFault',
  '/maintenance/fault/orderFault',
  ...['addWorkOrder', 'updateWorkOrder', 'decideOnWorkOrder', 'verifyWorkOrder', 'openOrderOfAlarm'].map(
    (call) => `/maintenance/workorder/${call}`,
  ),
]
/** Figures of what somebody may list anyway: charts and reports ask for them. */
const readFigures = [
  '/report/figure/query*',
  '/report/report/query*',
  '/report/issued/query*',
  '/chart/board/queryBoard',
  '/chart/chart/queryProduct',
]
/** Big screens, to look at. */
const showScreens = ['queryScreen', 'queryScreenOptions', 'queryScreenShown', 'queryScreenPage', 'queryPlayback', 'queryPlaybackMarks'].map(
  (call) => `/screen/screen/${call}`,
)
/** Whoever designs screens publishes them; links for walls are made by those who may do everything. */
const designScreens = [
  'addScreen',
  'updateScreen',
  'queryScreenDesign',
  'saveScreenDraft',
  'previewScreenPage',
  'publishScreen',
  'queryScreenVersion',
  'queryScreenVersionContent',
  'restoreScreenVersion',
  'copyScreen',
  'downloadScreenFile',
  'importScreenFile',
].map((call) => `/screen/screen/${call}`)
/** Whoever issues reports signs and revises them; that one no longer holds is said by those who may do everything. */
const issueReports = ['issueReport', 'reviseReport', 'signReport', 'downloadIssuedReport'].map((call) => `/report/issued/${call}`)
/** Whoever has reports may have them made in time; what goes wrong is removed by those who may do everything. */
const scheduleReports = ['queryReportSchedule', 'addReportSchedule', 'updateReportSchedule', 'runReportSchedule', 'queryScheduleRun'].map(
  (call) => `/report/schedule/${call}`,
)
/** Boards of one's own; to share them is another right. */
const ownBoards = ['add', 'update', 'delete'].map((verb) => `/chart/board/${verb}Board`)
const handleAlarms = ['acknowledge', 'shelve', 'unshelve'].map((verb) => `/acquisition/alarm/${verb}Alarm`)
/** Whoever is on the spot writes down what happens in a run, and says when a stage begins. */
const accompanyRuns = ['addRunNote', 'confirmStage'].map((call) => `/acquisition/run/${call}`)
/** One's own entries of forms: whoever may list entries as such sees those of others. */
const fillIn = [
  'queryFormsToFill',
  'queryFormToFill',
  'queryEntryToFill',
  'queryEntryList',
  'saveFormEntry',
  'submitFormEntry',
  'withdrawFormEntry',
  'uploadEntryFile',
  'downloadEntryFile',
].map((call) => `/generator/formentry/${call}`)
/** What everybody comes for. */
const everyday = [
  'workbench',
  'mynotification',
  'networkdisk',
  'startprocess',
  'myprocess',
  'myprocessdetails',
  'candidatetask',
  'assigneetask',
  'finishedtask',
  'mytaskdetails',
  'copytask',
  'absence',
] as const

// Of two roles, one that hides nothing uncovers what the other hides. So a role hides on pages it cannot open, too.
const noRoles = hide('sysrole', 'add', 'update', 'delete', 'export', 'import', 'authorize', 'preview')
const noChanges = [
  ...hide('sysuser', 'add', 'update', 'delete', 'export', 'import', 'authorize', 'reset'),
  ...hide('sysorg', 'add', 'update', 'delete', 'export', 'import'),
  ...noRoles,
]
/** The compiler knows the labels, not the menus of the nouns: seeds/menus.test.ts sees that each is an entry. */
const plainMenus = Object.values(plainNouns)
  .filter(({ api }) => /^\/(acquisition|maintenance)\//.test(api.base))
  .map(({ menu }) => menu as MenuCode)
const noDeviceChanges = [
  ...plainMenus.flatMap((menu) => hide(menu, 'add', 'update', 'delete', 'export', 'import')),
  ...hide('devicetypes', 'add', 'update', 'delete', 'export', 'import'),
  ...hide('typepoints', 'add', 'update', 'delete', 'export', 'import'),
  ...hide('typemappings', 'add', 'update', 'delete', 'export', 'import'),
  ...hide('unparsedmessages', 'delete', 'export'),
  ...hide('devices', 'add', 'update', 'delete', 'export', 'import', 'secret'),
  ...hide('points', 'add', 'update', 'delete', 'export', 'import'),
  ...hide('alarmrules', 'add', 'update', 'delete', 'export', 'import'),
  ...hide('limitsets', 'add', 'update', 'delete', 'export', 'import', 'publish'),
  ...hide('equipmentarchive', 'add', 'update', 'delete', 'export', 'import', 'upload', 'download'),
  ...hide('calibrations', 'add', 'update', 'delete', 'export', 'import'),
  ...hide('runs', 'add', 'update', 'delete', 'export', 'import'),
  ...hide('workorders', 'export'),
  ...hide('faults', 'export'),
  ...(['maintenanceplans', 'roundroutes', 'spareparts'] as const).flatMap((menu) =>
    hide(menu, 'add', 'update', 'delete', 'export', 'import'),
  ),
  ...hide('plandates', 'export'),
  ...hide('rounds', 'export'),
  ...hide('partmoves', 'export'),
  ...hide('tensionlimits', 'add', 'update', 'delete', 'export', 'import'),
  ...hide('alarmchannels', 'add', 'update', 'delete', 'export', 'import'),
  ...hide('deliveries', 'export'),
]
/** Of machines nothing is done by whoever only looks at them. */
const noUpkeep = [...hide('workorders', 'add', 'update'), ...hide('faults', 'add', 'update'), ...hide('rounds', 'start')]
const noReadingFiles = [
  ...(['trends', 'alarms', 'boards', 'constructiondata', 'alarmstatistics', 'curingreport', 'tensionreport'] as const).flatMap((menu) =>
    hide(menu, 'export'),
  ),
  ...hide('issuedreport', 'issue', 'revise', 'void', 'sign', 'download'),
  ...hide('screens', 'add', 'update', 'delete', 'export', 'import', 'design', 'publish', 'preview'),
  ...hide('reportschedule', 'add', 'update', 'delete', 'export', 'start'),
]
const noContact = [{ menu: 'sysuser', fields: ['mobile', 'email'] }] as const

export const administrator: RoleSeed = {
  roleCode: ADMINISTRATOR,
  roleName: '管理员',
  roleDescription: '拥有本租户的全部权限',
  menus: 'all',
  urls: 'all',
  hiddenButtons: [],
  hiddenFields: [],
}

export const roles: readonly RoleSeed[] = [
  administrator,
  {
    roleCode: 'ROLE_EDITOR',
    roleName: '编辑',
    roleDescription: '维护用户与组织资料，不能删除，角色只能查看；查看设备数据，处理报警',
    menus: [...everyday, ...watching, 'screendesign', 'reportschedule', 'sysuser', 'sysorg', 'sysrole', 'formentry'],
    urls: [
      ...readUsers,
      '/admin/sysuser/addSysUser',
      '/admin/sysuser/updateSysUser',
      ...readOrganisations,
      '/admin/sysorg/addSysOrg',
      '/admin/sysorg/updateSysOrg',
      ...readRoles,
      ...disk,
      ...watch,
      ...watchMachines,
      ...readFigures,
      ...ownBoards,
      ...handleAlarms,
      ...accompanyRuns,
      ...carryOutOrders,
      ...leadOrders,
      ...fillIn,
      '/acquisition/reading/exportReading',
      '/report/figure/exportFigure',
      '/report/report/export*',
      ...showScreens,
      ...designScreens,
      ...issueReports,
      ...scheduleReports,
      '/acquisition/alarm/export*',
    ],
    hiddenButtons: [
      ...noDeviceChanges,
      ...hide('issuedreport', 'void'),
      ...hide('screens', 'delete', 'export'),
      ...hide('reportschedule', 'delete', 'export'),
      ...hide('sysuser', 'delete', 'export', 'import', 'authorize', 'reset'),
      ...hide('sysorg', 'delete', 'export', 'import'),
      ...noRoles,
    ],
    hiddenFields: [],
  },
  {
    roleCode: 'ROLE_VIEWER',
    roleName: '观察员',
    roleDescription: '只能查看设备数据、报警、用户、组织与共享文件，看不到联系方式',
    menus: [...everyday, ...watching, 'sysuser', 'sysorg'],
    urls: [...readUsers, ...readOrganisations, ...readDisk, ...watch, ...watchMachines, ...readFigures, ...showScreens],
    hiddenButtons: [...noChanges, ...noDeviceChanges, ...noUpkeep, ...noReadingFiles],
    hiddenFields: noContact,
  },
  {
    roleCode: 'ROLE_OPERATOR',
    roleName: '值班员',
    roleDescription: '现场值班，查看设备数据，确认与搁置报警，使用工作台、通知与网络硬盘',
    menus: [...everyday, ...watching, 'formentry'],
    urls: [
      ...disk,
      ...watch,
      ...watchMachines,
      ...readFigures,
      ...showScreens,
      ...ownBoards,
      ...handleAlarms,
      ...accompanyRuns,
      ...carryOutOrders,
      ...fillIn,
    ],
    hiddenButtons: [...noChanges, ...noDeviceChanges, ...noReadingFiles],
    hiddenFields: noContact,
  },
  {
    roleCode: 'ROLE_STAFFING',
    roleName: '人事专员',
    roleDescription: '办理入职、调动与离职，维护用户资料',
    menus: [...everyday, 'sysuser', 'syspost', 'sysuserpost', 'sysorg'],
    urls: [
      ...readUsers,
      '/admin/sysuser/addSysUser',
      '/admin/sysuser/updateSysUser',
      '/admin/sysuser/deleteSysUser',
      '/admin/sysuser/export*',
      '/admin/sysuser/importSysUser',
      ...readOrganisations,
      ...readPosts,
      ...disk,
      '/admin/syspost/addSysPost',
      '/admin/syspost/updateSysPost',
      '/admin/syspost/export*',
      '/admin/syspost/importSysPost',
      '/admin/sysuserpost/addSysUserPost',
      '/admin/sysuserpost/updateSysUserPost',
      '/admin/sysuserpost/deleteSysUserPost',
      '/admin/sysuserpost/export*',
      '/admin/sysuserpost/importSysUserPost',
    ],
    hiddenButtons: [
      ...hide('sysuser', 'authorize', 'reset'),
      ...hide('sysorg', 'add', 'update', 'delete', 'export', 'import'),
      ...noRoles,
      ...noDeviceChanges,
      ...noReadingFiles,
    ],
    hiddenFields: [],
  },
  {
    roleCode: 'ROLE_AUDITOR',
    roleName: '审计员',
    roleDescription: '查阅并导出账号、角色与操作日志，不做任何修改',
    menus: [...everyday, 'sysuser', 'syspost', 'sysuserpost', 'sysorg', 'sysrole', 'sysparam', 'syslog'],
    urls: [
      ...readUsers,
      '/admin/sysuser/export*',
      ...readOrganisations,
      '/admin/sysorg/export*',
      ...readRoles,
      '/admin/sysrole/export*',
      ...readPosts,
      '/admin/syspost/export*',
      '/admin/sysuserpost/export*',
      '/admin/sysparam/querySysParam',
      '/admin/sysparam/export*',
      '/admin/syslog/query*',
      '/admin/syslog/verifyLog',
      '/admin/syslog/export*',
      ...disk,
    ],
    hiddenButtons: [
      ...hide('sysuser', 'add', 'update', 'delete', 'import', 'authorize', 'reset'),
      ...hide('sysorg', 'add', 'update', 'delete', 'import'),
      ...hide('sysrole', 'add', 'update', 'delete', 'import', 'authorize', 'preview'),
      ...noDeviceChanges,
      ...noReadingFiles,
    ],
    hiddenFields: [{ menu: 'sysuser', fields: ['mobile'] }],
  },
]
