/** What sections 2 and 3 of the specification name: addresses, titles and fields, as the declarations of the product have them. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { resources } from '../../model/index.ts'
import type { LabelKey } from '../../model/labels/index.ts'
import en from '../../model/labels/en/index.ts'
import tw from '../../model/labels/tw/index.ts'
import zh from '../../model/labels/zh/index.ts'
import type { Resource } from '../../model/resource.ts'
import type { MenuSeed } from '../../seeds/menus.ts'
import { menus } from '../../seeds/menus.ts'
import { isExternal } from '../../model/system/menu-catalogue.ts'
import { pathOf } from '../../web/kernel/navigation/menu-routes.ts'
import { pageAddresses } from '../support/page-addresses.ts'
import { restrictedRoutes } from '../../web/kernel/session/restricted-routes.ts'

/** The list of the router: what it loads needs a browser. */
const source = readFileSync(new URL('../../web/app/pages.ts', import.meta.url), 'utf8')
/** The addresses that every role opens, of the same list. */
const open = ['const specified', 'export const staticRoutes'].flatMap((list) =>
  [...(source.split(list)[1]?.split('\n]\n')[0] ?? '').matchAll(/^ {2}\{ path: '(\/[^']+)', name: '[^']+' \},$/gm)].map(
    ([, path]) => path ?? '',
  ),
)

const entries = menus.flatMap(function flat(entry: MenuSeed): MenuSeed[] {
  return [entry, ...(entry.children ?? []).flatMap(flat)]
})
const leaves = entries.filter(({ children }) => !children)
const addressOf = ({ path, pageName = '' }: MenuSeed) => pathOf({ path, pageName })
const group = (code: string) => entries.find((entry) => entry.code === code)
const titled = (codes: readonly string[]) => codes.filter((code) => [en, zh, tw].some((texts) => !texts[`menu.${code}` as LabelKey]))

describe('the static routes', () => {
  test.each([
    ['authority', '/authority', ['sysrole', 'sysurl', 'datapermission']],
    ['admin', '/admin', ['sysmenu', 'sysdict', 'sysregion', 'sysparam', 'appclient', 'onlinesysuser']],
    ['tenant', '/tenant', ['systenant']],
    ['template', '/template', ['guide', 'icon', 'error/401', 'error/404', 'error-log', 'clipboard']],
    ['permission', '/permission', ['page', 'directive', 'role']],
    ['file', '/file', ['upload-download', 'networkdisk']],
  ])('of the group %s are in the menu, and each has its page', (code, path, names) => {
    expect(group(code)?.path).toBe(path)
    const below = leaves.filter((entry) => entry.ready && entry.path.startsWith(`${path}/`)).map((entry) => entry.path)
    expect(names.filter((name) => !below.includes(`${path}/${name}`) || !pageAddresses.includes(`${path}/${name}`))).toEqual([])
  })

  test('the authority group has a lock, and there is a page to test on', () => {
    expect(group('authority')?.icon).toBe('lock')
    expect(pageAddresses).toContain('/admin/Test')
  })

  test('the template group has an entry that leads to another server', () => {
    expect(leaves.filter((entry) => entry.ready && isExternal(entry.path)).map(({ code }) => code)).toEqual(['externallink'])
  })

  test('all of them are open without an entry in the menu', () => {
    const named = [
      '/authority/sysrole',
      '/authority/sysurl',
      '/authority/datapermission',
      '/admin/sysmenu',
      '/admin/sysdict',
      '/admin/sysregion',
      '/admin/sysparam',
      '/admin/appclient',
      '/admin/onlinesysuser',
      '/admin/Test',
      '/tenant/systenant',
      '/file/upload-download',
      '/template/guide',
      '/template/icon',
      '/template/error/401',
      '/template/error/404',
      '/template/error-log',
      '/template/clipboard',
    ]
    expect(named.filter((path) => !open.includes(path) || !pageAddresses.includes(path))).toEqual([])
  })

  test('the permission group asks for the roles named', () => {
    expect(Object.fromEntries(restrictedRoutes.map(({ path, roles }) => [path, roles]))).toEqual({
      '/permission/page': ['ROLE_ADMIN'],
      '/permission/directive': ['ROLE_EDITOR'],
      '/permission/role': ['ROLE_ADMIN'],
    })
  })
})

describe('the menu', () => {
  test('offers what has a page, and nothing else', () => {
    // What is hidden is no entry: links lead there.
    expect(
      leaves
        .filter((entry) => !entry.hidden && !isExternal(entry.path) && (entry.ready === true) !== pageAddresses.includes(addressOf(entry)))
        .map(({ code }) => code),
    ).toEqual([])
  })

  test.each([
    ['home', ['workbench', 'mynotification', 'profile']],
    ['monitoring', ['distributedlog', 'configmonitor', 'sentinel', 'configregistry', 'apidocs', 'pool', 'metrics']],
    ['authority', ['authority', 'sysrole', 'sysurl', 'datapermission']],
    [
      'administration',
      [
        'admin',
        'sysuser',
        'syspost',
        'sysmenu',
        'sysorg',
        'sysdict',
        'sysregion',
        'sysparam',
        'notification',
        'appclient',
        'onlinesysuser',
        'tenant',
        'systenant',
      ],
    ],
    [
      'personal office',
      ['personaloa', 'startprocess', 'myprocess', 'myprocessdetails', 'candidatetask', 'assigneetask', 'finishedtask', 'mytaskdetails'],
    ],
    [
      'workflow',
      [
        'activiti',
        'model',
        'processdesign',
        'deployment',
        'processdefinition',
        'processinstance',
        'execution',
        'task',
        'taskdetails',
        'historicprocessinstance',
        'historicactivityinstance',
        'historicdetail',
        'historicvariableinstance',
        'historictaskinstance',
      ],
    ],
    [
      'developer tools',
      [
        'devtool',
        'codegenerator',
        'generatortemplate',
        'forwardgenerator',
        'reversegenerator',
        'formgenerator',
        'formdesign',
        'generatorform',
      ],
    ],
    ['files and figures', ['file', 'upload-download', 'networkdisk', 'charts', 'reports', 'reportdesigner', 'bigscreen']],
  ])('has a title for %s in three languages', (_name, codes) => {
    expect(titled(codes)).toEqual([])
  })
})

describe('the fields of', () => {
  const fields: readonly (readonly [of: Resource, names: readonly string[]])[] = [
    [
      resources.users,
      [
        'username',
        'nickname',
        'password',
        'email',
        'prefix',
        'mobile',
        'status',
        'roleId',
        'orgId',
        'provinceRegionCode',
        'cityRegionCode',
        'address',
        'profile',
        'avatar',
      ],
    ],
    [resources.roles, ['roleCode', 'roleName', 'roleDescription']],
    [resources.urls, ['url', 'description', 'roleId']],
    [resources.posts, ['postCode', 'postName', 'postSequence', 'parentId']],
    [resources.userPosts, ['userId', 'postId', 'postType']],
    [
      resources.menus,
      ['menuCode', 'menuName', 'menuIcon', 'menuPath', 'menuComponent', 'menuSequence', 'parentId', 'menuStatus', 'menuButton'],
    ],
    [resources.organisations, ['orgType', 'orgName', 'orgDescription', 'orgSequence', 'parentId']],
    [resources.dictionaries, ['dictType', 'dictName', 'dictValue', 'dictSequence', 'parentId']],
    [resources.regions, ['regionName', 'regionCode', 'regionType', 'parentId']],
    [resources.parameters, ['paramName', 'paramKey', 'paramValue']],
    [resources.appClients, ['clientCode', 'authType', 'authScope', 'tokenSeconds', 'refreshSeconds', 'fallbackUrl', 'clientDescription']],
    [
      resources.notifications,
      ['title', 'content', 'type', 'priority', 'publisher', 'publishTime', 'startTime', 'endTime', 'userId', 'roleId', 'orgId'],
    ],
    [resources.processDefinitions, ['key', 'name', 'resourceName', 'definitionVersion', 'category', 'suspended']],
    [resources.processInstances, ['name', 'starterId', 'startTime', 'endTime', 'processStatus', 'description', 'rangeStart', 'rangeEnd']],
    [resources.processTasks, ['name', 'taskState', 'assigneeId', 'claimTime', 'description']],
    [
      resources.processModels,
      ['name', 'category', 'description', 'modelVersion', 'orgId', 'referGroupId', 'referUserId', 'formId', 'deploymentTime'],
    ],
    [resources.forms, ['formDescription', 'formContent']],
    [resources.tenants, ['tenantCode', 'tenantName', 'tenantContact', 'tenantEmail', 'tenantTel']],
  ]

  test.each(fields.map(([of, names]) => [of.name, of, names] as const))(
    '%s are those of the specification, with a label in three languages',
    (_name, of, names) => {
      expect(names.filter((name) => !(name in of.fields))).toEqual([])
      const unnamed = names.filter(
        (name) => name !== 'parentId' && [en, zh, tw].some((texts) => !texts[`field.${of.name}.${name}` as LabelKey]),
      )
      expect(unnamed).toEqual([])
    },
  )
})

test('what is chosen from has its members: types of organisations, regions and posts, states of users and menus', () => {
  const members = (of: Resource, name: string) => {
    const field = of.fields[name]
    return field && 'options' in field ? field.options : undefined
  }
  expect(members(resources.organisations, 'orgType')).toEqual(['group', 'company', 'department', 'team'])
  expect(members(resources.regions, 'regionType')).toEqual(['region', 'province', 'city', 'district'])
  expect(members(resources.userPosts, 'postType')).toEqual([1, 2])
  expect(members(resources.users, 'status')).toEqual([1, 0])
  expect(members(resources.menus, 'menuStatus')).toEqual([1, 0])
})
