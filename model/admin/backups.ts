import { integer, oneOf, text, time } from '../fields.ts'
import { resource } from '../resource.ts'

/** Backups of the whole database. They hold every tenant's rows, so they belong to whoever runs the platform. */
export const backups = resource({
  name: 'backups',
  api: { base: '/admin/logsystem', noun: 'LogSystem' },
  table: 'backups',
  scope: 'platform',
  menu: 'logsystem',
  title: 'fileName',
  order: ['createTime', 'descend'],
  calls: {
    start: '/admin/logsystem/backUpDataBase',
    download: '/admin/logsystem/downloadDataBaseFile',
    mark: '/admin/logsystem/updateLogSystemByMark',
  },
  fields: {
    fileName: text({ max: 128, required: true, filter: 'contains', write: 'never' }),
    backupState: oneOf({ of: ['running', 'done', 'failed'], required: true, filter: 'equals', write: 'never' }),
    /** Of the rehearsal: the backup was restored into a scratch database, and every table has the rows it had. */
    verdict: oneOf({ of: ['pending', 'passed', 'failed'], filter: 'equals', write: 'never' }),
    sizeKb: integer({ min: 0, write: 'never' }),
    /** Public keys for which it is encrypted. Nothing for one that is not. */
    recipients: text({ max: 2000, write: 'never' }),
    sha256: text({ max: 64, write: 'never' }),
    engine: oneOf({ of: ['embedded', 'postgresql'], required: true, write: 'never' }),
    engineVersion: text({ max: 64, required: true, write: 'never' }),
    tableCount: integer({ min: 0, write: 'never' }),
    rowCount: integer({ min: 0, write: 'never' }),
    pauseMs: integer({ min: 0, write: 'never' }),
    startedBy: text({ max: 64, filter: 'contains', write: 'never', from: { noun: 'users', field: 'username' } }),
    remark: text({ max: 500, write: 'never' }),
    marked: oneOf({ of: [1, 0], required: true, filter: 'equals', write: 'never' }),
    finishedAt: time({ write: 'never' }),
  },
})
