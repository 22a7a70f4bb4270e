/** Section 7 of the specification: its calls are there, under the paths and by the methods it names. What they do is tested beside each. */
import { describe, expect, it } from 'vitest'
import { features } from '../../server/modules.ts'

const routes = features.flatMap((feature) => feature.routes)
const there = routes.map(({ method, path }) => `${method} ${path}`)

const account = [
  'POST /uaa/oauth/token',
  'POST /account/sysuserdetail/queryCurrentAuthority',
  'GET /uaa/users/getSysUser',
  'POST /account/sysuserdetail/compareCaptcha',
  'POST /admin/sysuser/registerNewSession',
  'GET /account/captcha/getSmsCaptcha',
  'POST /account/sysuserdetail/retrievePassword',
  'POST /account/sysuserdetail/registerAccount',
  'PUT /account/sysuserdetail/updateSysUserDetail',
  'PUT /account/sysuserdetail/updatePassword',
]

/** The nouns of the generic pattern. */
const nouns = [
  ['/admin/sysuser', 'SysUser'],
  ['/admin/sysrole', 'SysRole'],
  ['/admin/syspost', 'SysPost'],
  ['/admin/sysuserpost', 'SysUserPost'],
  ['/admin/sysmenu', 'SysMenu'],
  ['/admin/sysorg', 'SysOrg'],
  ['/admin/sysdict', 'SysDict'],
  ['/admin/sysregion', 'SysRegion'],
  ['/admin/sysparam', 'SysParam'],
  ['/admin/systenant', 'SysTenant'],
  ['/uaa/appclient', 'AppClient'],
] as const
const patterned = nouns.flatMap(([base, noun]) => [
  `GET ${base}/query${noun}`,
  `POST ${base}/add${noun}`,
  `PUT ${base}/update${noun}`,
  `POST ${base}/delete${noun}`,
  ...['export', 'exportWord', 'exportPDF'].map((verb) => `POST ${base}/${verb}${noun}`),
])
/** Rows that the product writes itself: nobody adds or deletes one. */
const read = [
  'GET /admin/sysurl/querySysUrl',
  'PUT /admin/sysurl/updateSysUrl',
  ...['export', 'exportWord', 'exportPDF'].flatMap((verb) => [`POST /admin/sysurl/${verb}SysUrl`, `POST /admin/syslog/${verb}SysLog`]),
  'GET /admin/syslog/querySysLog',
  'GET /admin/logsystem/queryLogSystem',
]

/** Their methods are not specified: what reads is a GET, and so is a download; what changes something is not. */
const special = [
  'GET /admin/sysuser/queryOnlineSysUser',
  'GET /admin/sysuser/queryUsername',
  'POST /admin/sysuser/authorizeRoleToUser',
  'POST /admin/sysuser/resetPassword',
  'GET /admin/sysrole/queryRoleName',
  'GET /admin/sysrole/queryRoleNameCheckbox',
  'GET /admin/sysrole/queryRoleCode',
  'POST /admin/sysrole/authorizeUserToRole',
  'GET /admin/syspost/querySysPostTree',
  'GET /admin/sysuserpost/querySysUserPostTree',
  'GET /admin/sysurl/queryRoleIdByUrlId',
  'GET /admin/sysurl/queryUrlIdByRoleId',
  'POST /admin/sysurl/authorizeRoleToUrl',
  'POST /admin/sysurl/authorizeUrlToRole',
  'GET /admin/sysmenu/querySysMenuTree',
  'GET /admin/sysmenu/queryMenuIdByRoleId',
  'POST /admin/sysmenu/authorizeMenuToRole',
  'GET /admin/sysmenu/queryMenuButtonCheckbox',
  'GET /admin/sysmenu/queryCheckedMenuButton',
  'GET /admin/sysmenu/querySysMenuButtonTree',
  'GET /admin/sysmenu/queryMenuButtonByRoleCode',
  'POST /admin/sysmenu/authorizeMenuButtonToRole',
  'GET /admin/sysmenu/queryDataFieldByMenuCode',
  'GET /admin/sysmenu/queryDataFieldByRoleCode',
  'POST /admin/sysmenu/authorizeMenuDataToRole',
  'POST /admin/sysmenu/deleteDataField',
  'GET /admin/sysorg/queryOrgType',
  'GET /admin/sysorg/querySysOrgTree',
  'GET /admin/sysorg/queryOrgUserTree',
  'GET /admin/sysorg/queryModelOrgUserTree',
  'GET /admin/sysdict/querySysDictTree',
  'GET /admin/sysdict/queryDictByDictType',
  'GET /admin/sysregion/queryRegionType',
  'GET /admin/sysregion/querySysRegionTree',
  'PUT /admin/systenant/updateSysTenantByMark',
  'PUT /admin/logsystem/updateLogSystemByMark',
  'POST /admin/logsystem/backUpDataBase',
  'GET /admin/logsystem/querySystemInfo',
  'GET /admin/logsystem/downloadDataBaseFile',
  'PUT /admin/syslog/updateSysLogByMark',
  'GET /admin/syslog/querySysLogOperationType',
  'POST /admin/syslog/exportExcelSysLog',
]

const file = [
  'GET /file/file/queryFolderTree',
  'GET /file/file/queryFile',
  'GET /file/file/queryFileTypeName',
  'POST /file/file/deleteFile',
  'POST /file/file/downloadFile',
  'POST /file/file/addFolder',
  'POST /file/file/updateFileName',
  'POST /file/file/updateFileIsShared',
  'POST /file/file/uploadFile',
]

const notification = [
  'GET /notification/notification/queryNotification',
  'POST /notification/notification/addNotification',
  'PUT /notification/notification/updateNotification',
  'POST /notification/notification/deleteNotification',
  'GET /notification/notification/queryMyNotification',
  'GET /notification/notification/queryNotificationType',
  'GET /notification/notification/queryNotificationPriority',
]

describe('the calls that the specification names', () => {
  it.each([...account, ...patterned, ...read, ...special, ...file, ...notification])('%s', (call) => expect(there).toContain(call))

  it('every call lies below /api/admin, /api/uaa, /api/account, /api/file or /api/notification, but for those of acquisition, maintenance, charts, reports, screens, the developer tools and the template pages', () => {
    expect(
      routes
        .map(({ path }) => path)
        .filter(
          (path) =>
            !/^\/(admin|uaa|account|file|notification|acquisition|maintenance|generator|template|activiti|chart|report|screen)\//.test(
              path,
            ),
        ),
    ).toEqual([])
  })
})
