/** What the probe of isolation asks is right: on a server whose row security is taken out, each of its questions finds something out. */
import { describe, expect, it } from 'vitest'
import { features } from '../server/modules.ts'
import { findingsOf, probe } from '../server/features/tenant/isolation/probe.ts'
import { tenantTables } from './support/rows.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'

/**
 * Whether a path below this one is what one of these questions is about. The others are asked where the defence is whole (the self-test's own
 * isolation.test.ts), and files of lists would take most of the time.
 */
const about = (below: RegExp, questions: readonly string[]) => {
  const verbs = new Set(questions.map((question) => question.split(' ')[0]))
  return (path: string) => below.test(path) && verbs.has(path.split('/').at(-1))
}

/** Takes row security out of these tables. */
const loosen = (database: TestServer['database'], tables: readonly string[]) => {
  const loose = (table: string) =>
    `alter table ${table} no force row level security; drop policy tenant on ${table}; create policy tenant on ${table} using (true) with check (true);`
  return database.asOwner((client) => client.query(tables.map(loose).join(' ')))
}

describe('over HTTP', () => {
  it('the probe sees a broken defence', async () => {
    const { app, services, database, stop } = await startServer()
    try {
      const report = await probe(app, services, features, {
        roles: ['admin'],
        whenBuilt: () => loosen(database, ['users', 'user_roles', 'changes']),
        isAbout: about(/^\/admin\/sysuser\//, ['querySysUser', 'updateSysUser', 'deleteSysUser']),
      })
      const found = (verb: string) =>
        report.routes.find(({ path }) => path.endsWith(`/${verb}`))?.findings.map(({ code, parameter }) => `${code} ${parameter}`)
      expect(found('querySysUser')).toEqual(expect.arrayContaining(['text id', 'differs id']))
      expect(found('deleteSysUser')).toEqual(expect.arrayContaining(['differs id']))
      expect(report.findings).toContainEqual(expect.objectContaining({ code: 'changed' }))
    } finally {
      await stop()
    }
  }, 300_000)
})

describe('of files and notifications', () => {
  /** What a route tells of another tenant once row security is taken out. Elsewhere there is a second wall: whose a row is, or a key that begins with the tenant. */
  const LEAKS = [
    'downloadFile id',
    'content id',
    'picture id',
    'playTicket id',
    'downloadTicket id',
    'queryFile parentId',
    'updateFileName id',
    'queryFileVersion id',
    'queryFileShare id',
    'queryFileLink id',
    'addFileLink id',
    'deleteFile id',
    'addFolder parentId',
    'moveFile parentId',
    'upload parentId',
    'upload replaces',
    'uploadFile id',
    'uploadFile replaces',
    'updateFileShare userId',
    'publishNotification id',
    'withdrawNotification id',
    'queryNotificationReader id',
    'deleteNotification id',
    'updateNotification id',
  ]

  it('the questions are right: without row security each of them finds something out', async () => {
    const { app, services, database, stop } = await startServer()
    try {
      const tables = (await tenantTables({ database } as TestServer)).filter((table) =>
        /^(files|file_|uploads|blobs|notification|users|user_roles|organisations|changes)/.test(table),
      )
      const report = await probe(app, services, features, {
        roles: ['admin'],
        whenBuilt: () => loosen(database, tables),
        isAbout: about(/^\/(file|notification)\//, LEAKS),
      })
      const found = report.routes.flatMap(({ path, findings }) => findings.map(({ parameter }) => `${path.split('/').at(-1)} ${parameter}`))
      expect(LEAKS.filter((question) => !found.includes(question))).toEqual([])
    } finally {
      await stop()
    }
  }, 300_000)
})

describe('of alarms', () => {
  const ASKED = ['acknowledge', 'shelve', 'unshelve', 'suppress', 'unsuppress', 'outOfService', 'returnToService']
    .map((verb) => `${verb}Alarm id`)
    .concat('queryAlarm id', 'queryAlarmHistory id')

  it('nobody else is told or changes anything; and without row security each of the questions finds something out', async () => {
    const { app, services, database, stop } = await startServer()
    try {
      const ask = (questions?: readonly string[]) =>
        probe(app, services, features, {
          roles: ['admin'],
          below: '/acquisition/alarm/',
          ...(questions ? { isAbout: about(/./, questions) } : {}),
        })
      expect(findingsOf(await ask())).toEqual([])
      await loosen(database, ['alarms', 'alarm_events', 'alarm_rules'])
      const found = (await ask(ASKED)).routes.flatMap(({ path, findings }) =>
        findings.map(({ parameter }) => `${path.split('/').at(-1)} ${parameter}`),
      )
      expect(ASKED.filter((question) => !found.includes(question))).toEqual([])
    } finally {
      await stop()
    }
  }, 300_000)
})
