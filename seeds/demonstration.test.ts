import { describe, expect, test } from 'vitest'
import { alarmRules as alarmRuleModel } from '../model/acquisition/alarm-rules.ts'
import { deviceTypes as typeModel } from '../model/acquisition/device-types.ts'
import { devices as deviceModel } from '../model/acquisition/devices.ts'
import { points as pointModel } from '../model/acquisition/points.ts'
import { projects as projectModel } from '../model/acquisition/projects.ts'
import { sites as siteModel } from '../model/acquisition/sites.ts'
import { dictionaries as dictionaryModel } from '../model/system/dictionaries.ts'
import { roles as roleModel } from '../model/authority/roles.ts'
import type { Fields, Resource } from '../model/resource.ts'
import { organisations as organisationModel } from '../model/organisation/organisations.ts'
import { notifications as notificationModel } from '../model/admin/notifications.ts'
import { fileName } from '../model/file/files.ts'
import { users as userModel } from '../model/organisation/users.ts'
import { alarmCare } from './alarm-care.ts'
import { dictionaries as builtIn } from './dictionaries.ts'
import type { EntrySeed } from './belongings.ts'
import { belongings, demonstration, platform } from './demonstration.ts'
import { checkDefinition } from '../model/form/check-definition.ts'
import { checkEntry } from '../model/form/check-entry.ts'
import { FORM_DEFINITION } from '../model/form/definition.ts'
import { menus } from './menus.ts'
import type { MenuSeed } from './menus.ts'
import { matchesUrl } from './tenant.ts'

const entries = menus.flatMap(function flat(entry: MenuSeed): MenuSeed[] {
  return [entry, ...(entry.children ?? []).flatMap(flat)]
})

/** What is wrong with a row: the fields among those it gives whose check refuses the value. */
function refused(row: object, of: Resource<Fields>, skip: readonly string[] = []): string[] {
  return Object.entries(row)
    .filter(([name, value]) => name in of.fields && !skip.includes(name) && !of.fields[name]?.check.safeParse(value).success)
    .map(([name, value]) => `${name}=${String(value)}`)
}

const listOf = <Item>(grant: 'all' | readonly Item[]) => (grant === 'all' ? expect.fail('not everything') : grant)
const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index)

describe.each([platform, ...demonstration])(
  'tenant $tenantCode',
  ({ organisations, posts, roles, users, dictionaries = [], ...tenant }) => {
    const codes = new Set(organisations.map(({ code }) => code))
    const postCodes = new Set(posts.map(({ postCode }) => postCode))
    const roleCodes = new Set(roles.map(({ roleCode }) => roleCode))

    test('every row passes the checks of the model', () => {
      expect(organisations.flatMap((row) => refused(row, organisationModel, ['parentId']))).toEqual([])
      expect(roles.flatMap((row) => refused(row, roleModel))).toEqual([])
      expect(users.flatMap((row) => refused(row, userModel))).toEqual([])
      expect(users.map((row) => userModel.rule?.({ ...row })).filter(Boolean)).toEqual([])
      expect(posts.filter(({ postCode, postName }) => postCode.length > 32 || postName.length > 64)).toEqual([])
      expect(userModel.fields.email.check.safeParse(tenant.tenantEmail).success).toBe(true)
      expect(
        dictionaries.flatMap(({ type, name, members }) =>
          [[type, name] as const, ...members].flatMap(([dictValue, dictName]) =>
            refused({ dictType: type, dictValue, dictName }, dictionaryModel),
          ),
        ),
      ).toEqual([])
    })

    test('what is unique in the tenant stands there once', () => {
      for (const field of ['username', 'email', 'mobile', 'nickname'] as const) {
        expect(repeated(users.map((user) => user[field].toLowerCase())), field).toEqual([])
      }
      expect(repeated(roles.map(({ roleCode }) => roleCode))).toEqual([])
      expect(repeated([...builtIn, ...dictionaries].map(({ type }) => type))).toEqual([])
      for (const { type, members } of dictionaries) {
        for (const part of [0, 1] as const) expect(repeated(members.map((member) => member[part])), type).toEqual([])
      }
      expect(repeated(posts.map(({ postCode }) => postCode))).toEqual([])
      expect(repeated(organisations.map(({ code }) => code))).toEqual([])
    })

    test('parents stand before their children', () => {
      const late = <Node>(rows: readonly Node[], code: (row: Node) => string, parent: (row: Node) => string | undefined) =>
        rows.filter((row, index) => parent(row) && !rows.slice(0, index).some((earlier) => code(earlier) === parent(row)))
      expect(
        late(
          organisations,
          (row) => row.code,
          (row) => row.parent,
        ),
      ).toEqual([])
      expect(
        late(
          posts,
          (row) => row.postCode,
          (row) => row.parent,
        ),
      ).toEqual([])
    })

    test('users refer to organisations, roles and posts that exist', () => {
      expect(users.filter(({ org }) => !codes.has(org))).toEqual([])
      expect(
        users.filter((user) => user.roles.length < 1 || user.roles.length > 2 || user.roles.some((code) => !roleCodes.has(code))),
      ).toEqual([])
      expect(users.filter(({ post }) => post !== undefined && !postCodes.has(post))).toEqual([])
      expect(
        users.filter(({ post, partTimePost }) => partTimePost !== undefined && (partTimePost === post || !postCodes.has(partTimePost))),
      ).toEqual([])
      expect(
        users.filter(
          ({ partTimePost, partTimeRoles = [] }) =>
            partTimeRoles.some((code) => !roleCodes.has(code)) || (partTimeRoles.length > 0 && !partTimePost),
        ),
      ).toEqual([])
    })

    test('roles grant pages, not groups, and hide what is there', () => {
      for (const { roleCode, menus: granted, hiddenButtons, hiddenFields } of roles) {
        const held = entries.filter(({ code, children }) => !children && (granted === 'all' || granted.includes(code)))
        if (granted !== 'all') expect(held.length, roleCode).toBe(granted.length)
        expect(repeated(hiddenButtons), roleCode).toEqual([])
        const offered = entries.flatMap(({ code, buttons = [] }) => buttons.map((button) => `${code}:${button}`))
        expect(
          hiddenButtons.filter((button) => !offered.includes(button)),
          roleCode,
        ).toEqual([])
        for (const { menu, fields } of hiddenFields.filter(({ menu }) => menu === userModel.menu)) {
          expect(
            fields.filter((field) => !(field in userModel.fields)),
            `${roleCode} ${menu}`,
          ).toEqual([])
        }
      }
    })
  },
)

describe.each(demonstration)('demonstration tenant $tenantCode', ({ tenantCode, organisations, roles, users, dictionaries = [] }) => {
  const role = (code: string) => roles.find(({ roleCode }) => roleCode === code) ?? expect.fail(`there is no role ${code}`)

  test('is full of people of both scripts, from the last eighteen months', () => {
    expect(users.length).toBeGreaterThanOrEqual(64)
    const chinese = users.filter(({ nickname }) => /^\p{Script=Han}{2,4}$/u.test(nickname))
    const english = users.filter(({ nickname }) => /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(nickname))
    expect(chinese.length + english.length).toBe(users.length)
    expect(english.length / users.length).toBeGreaterThan(0.25)
    expect(english.length / users.length).toBeLessThan(0.4)
    expect(users.filter(({ createdDaysAgo }) => createdDaysAgo < 0 || createdDaysAgo > 548)).toEqual([])
    expect(new Set(users.map(({ createdDaysAgo }) => createdDaysAgo % 30)).size).toBeGreaterThan(20)
    expect(new Set(users.map(({ prefix }) => prefix))).toEqual(new Set(['86', '1', '44', '65']))
    expect(users.filter(({ prefix, mobile }) => prefix !== '86' && !/^\d{8,10}$/.test(mobile))).toEqual([])
    expect(users.filter(({ status }) => status === 0).length).toBeGreaterThanOrEqual(3)
    expect(users.some(({ partTimePost }) => partTimePost)).toBe(true)
    expect(new Set(organisations.map(({ orgType }) => orgType))).toEqual(new Set(['group', 'company', 'department', 'team']))
  })

  test("has words of its own, and posts that bring roles along, the administrator's among them", () => {
    expect(dictionaries.length).toBeGreaterThan(5)
    expect(users.filter(({ partTimeRoles = [] }) => partTimeRoles.length > 0).map(({ username }) => username)).toContain('admin')
  })

  test('has forms without faults, and entries as people could have sent them', () => {
    const { forms } = belongings.find((one) => one.tenantCode === tenantCode) ?? expect.fail('there are none')
    expect(forms.map(({ formDescription }) => formDescription)).toHaveLength(4)
    for (const { definition, entries } of forms) {
      expect(FORM_DEFINITION.parse(definition)).toEqual(definition)
      expect(checkDefinition(definition)).toEqual([])
      const texts = [...JSON.stringify(definition).matchAll(/"(labels|title|text|header|help)":(\{[^{}]*\})/g)].map(([, , json]) =>
        Object.keys(JSON.parse(json as string)),
      )
      expect(texts.filter((languages) => languages.sort().join() !== 'en,tw,zh')).toEqual([])
      for (const { by, data, devices = {} } of entries) {
        expect(by === undefined || users.some(({ username }) => username === by)).toBe(true)
        const ids = Object.fromEntries(Object.keys(devices).map((field) => [field, '01990000-0000-7000-8000-000000000001']))
        const before = { ...data, ...ids }
        expect(checkEntry(definition, before, { now: Date.now(), zone: 'Asia/Shanghai', mayWrite: () => true, before })).toMatchObject({
          data: before,
          faults: [],
        })
      }
    }
  })

  test('has notifications and files: of everybody named, one urgent, one a draft, some for a part of the tenant', () => {
    const things = belongings.find((one) => one.tenantCode === tenantCode) ?? expect.fail('there are none')
    const orgCodes = organisations.map(({ code }) => code)
    const names = users.map(({ username }) => username)
    for (const row of things.notifications) expect(refused({ ...row, content: row.content }, notificationModel), row.title).toEqual([])
    expect(things.notifications.filter(({ hoursAgo }) => hoursAgo === undefined)).toHaveLength(1)
    expect(things.notifications.filter(({ priority, hoursAgo }) => priority === 'high' && hoursAgo !== undefined)).toHaveLength(1)
    expect(
      [...things.notifications.flatMap(({ orgs = [] }) => orgs), ...things.disk.flatMap(({ sharedWith = [] }) => sharedWith)].filter(
        (code) => !orgCodes.includes(code),
      ),
    ).toEqual([])
    expect(
      [things.publisher, ...things.notifications.flatMap(({ readBy = [] }) => readBy), ...things.disk.map(({ owner }) => owner)].filter(
        (name) => !names.includes(name),
      ),
    ).toEqual([])
    const below = (entry: EntrySeed): EntrySeed[] => [entry, ...('entries' in entry ? entry.entries.flatMap(below) : [])]
    const entries = things.disk.flatMap(below)
    expect(entries.filter(({ name }) => !fileName.safeParse(name).success)).toEqual([])
    expect(entries.filter((entry) => 'headings' in entry && entry.rows.some((row) => row.length !== entry.headings.length))).toEqual([])
    expect(
      new Set(
        entries.map((entry) =>
          Object.keys(entry)
            .filter((key) => /^(entries|text|headings|sound)$/.test(key))
            .join(),
        ),
      ).size,
    ).toBe(4)
  })

  test('begins with admin, editor and viewer', () => {
    expect(users.slice(0, 3).map((user) => [user.username, ...user.roles, user.status])).toEqual([
      ['admin', 'ROLE_ADMIN', 1],
      ['editor', 'ROLE_EDITOR', 1],
      ['viewer', 'ROLE_VIEWER', 1],
    ])
  })

  test('the viewer may query and no more', () => {
    const viewer = role('ROLE_VIEWER')
    expect(viewer.menus).toEqual([
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
      'sysuser',
      'sysorg',
    ])
    expect(
      listOf(viewer.urls).filter(
        (url) => !/^\/(admin|file|acquisition|maintenance|report|chart|screen)\/\w+\/(query|download|content$)/.test(url),
      ),
    ).toEqual([])
    expect(viewer.hiddenFields).toEqual([{ menu: 'sysuser', fields: ['mobile', 'email'] }])
    expect(viewer.hiddenButtons).toEqual(expect.arrayContaining(['sysuser:add', 'sysuser:update', 'sysuser:delete']))
  })

  test.each(['ROLE_VIEWER', 'ROLE_OPERATOR'])('the editor may do all that a %s may, and nothing is hidden from him alone', (code) => {
    const editor = role('ROLE_EDITOR')
    const other = role(code)
    expect(listOf(other.urls).filter((url) => !listOf(editor.urls).some((pattern) => matchesUrl(pattern, url)))).toEqual([])
    expect(listOf(other.menus).filter((menu) => !listOf(editor.menus).includes(menu))).toEqual([])
    expect(editor.hiddenButtons.filter((button) => !other.hiddenButtons.includes(button))).toEqual([])
    expect(editor.hiddenFields).toEqual([])
    // A board of one's own is removed by whoever has made it, and so are files and hours of work that is going on.
    expect(listOf(editor.urls).filter((url) => /delete|authorize/.test(url))).toEqual([
      '/chart/board/deleteBoard',
      '/maintenance/fault/deleteFaultFile',
      '/maintenance/workorder/deleteOrderLabour',
      '/maintenance/workorder/deleteOrderFile',
    ])
  })
})

describe.each(demonstration)('the registry of $tenantCode', ({ registry, limits }) => {
  const { projects, sites, types, devices, alarmRules = [] } = registry ?? expect.fail('it has none')

  test('passes the checks and rules of the model', () => {
    expect([
      ...projects.flatMap((row) => refused(row, projectModel)),
      ...sites.flatMap((row) => refused(row, siteModel)),
      ...types.flatMap((row) => refused(row, typeModel)),
      ...devices.flatMap((row) => refused(row, deviceModel)),
    ]).toEqual([])
    const points = types.flatMap((type) => type.points)
    expect(points.flatMap((row) => refused(row, pointModel))).toEqual([])
    expect(points.map((row) => pointModel.rule?.({ ...row })).filter(Boolean)).toEqual([])
  })

  test('names what is there, each thing once', () => {
    expect(sites.filter(({ project }) => !projects.some(({ projectCode }) => projectCode === project))).toEqual([])
    expect(
      devices.filter(
        ({ type, site }) => !types.some(({ typeCode }) => typeCode === type) || !sites.some(({ siteCode }) => siteCode === site),
      ),
    ).toEqual([])
    for (const names of [
      projects.map((row) => row.projectCode),
      projects.map((row) => row.projectName),
      sites.map((row) => row.siteCode),
      sites.map((row) => row.siteName),
      types.map((row) => row.typeCode),
      types.map((row) => row.typeName),
      devices.map((row) => row.deviceCode),
      devices.map((row) => row.deviceName),
    ])
      expect(repeated(names)).toEqual([])
    for (const { points } of types) expect(repeated(points.map(({ pointKey }) => pointKey))).toEqual([])
  })

  test('has rules of alarms that pass the checks of the model, and look where there is something', () => {
    expect(alarmRules.length).toBeGreaterThanOrEqual(5)
    expect(alarmRules.flatMap((row) => refused(row, alarmRuleModel))).toEqual([])
    expect(
      alarmRules.map(({ device, type, ...row }) => alarmRuleModel.rule?.({ ...row, deviceId: device, deviceTypeId: type })).filter(Boolean),
    ).toEqual([])
    expect(repeated(alarmRules.map(({ ruleName }) => ruleName))).toEqual([])
    const typeOf = (row: (typeof alarmRules)[number]) => row.type ?? devices.find(({ deviceCode }) => deviceCode === row.device)?.type
    expect(
      alarmRules.filter(
        (row) =>
          !types.some(({ typeCode, points }) => typeCode === typeOf(row) && points.some(({ pointKey }) => pointKey === row.pointKey)),
      ),
    ).toEqual([])
  })

  test('is of a size to look at, within the quota, in China', () => {
    expect(devices.length).toBeGreaterThanOrEqual(12)
    const points = devices.reduce((sum, { type }) => sum + (types.find(({ typeCode }) => typeCode === type)?.points.length ?? 0), 0)
    expect(points).toBeGreaterThan(60)
    expect(points).toBeLessThan((limits?.pointQuota ?? 0) / 2)
    expect(sites.filter(({ longitude, latitude }) => longitude < 73 || longitude > 135 || latitude < 18 || latitude > 54)).toEqual([])
  })
})

test('a pattern covers one name, or all that begin as it does', () => {
  expect(matchesUrl('/admin/sysorg/query*', '/admin/sysorg/querySysOrg')).toBe(true)
  expect(matchesUrl('/admin/sysorg/query*', '/admin/sysorg/addSysOrg')).toBe(false)
  expect(matchesUrl('/admin/sysuser/querySysUser', '/admin/sysuser/querySysUser')).toBe(true)
  expect(matchesUrl('/admin/sysuser/querySysUser', '/admin/sysuser/querySysUserTree')).toBe(false)
})

test.each(demonstration)('alarms of $tenantCode are looked after by people who may, and are there to', ({ tenantCode, users, roles }) => {
  const { people } = alarmCare[tenantCode] ?? expect.fail('nobody')
  const may = (code: string, url: string) => {
    const urls = roles.find(({ roleCode }) => roleCode === code)?.urls ?? []
    return urls === 'all' || urls.some((pattern) => matchesUrl(pattern, url))
  }
  for (const name of people) {
    const user = users.find(({ username }) => username === name)
    expect([name, user?.status]).toEqual([name, 1])
    for (const verb of ['acknowledge', 'shelve'])
      expect([name, user?.roles.some((code) => may(code, `/acquisition/alarm/${verb}Alarm`))]).toEqual([name, true])
  }
})
