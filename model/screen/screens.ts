import { NO_BLANKS, integer, oneOf, text, time } from '../fields.ts'
import { resource } from '../resource.ts'

const BASE = '/screen/screen'

/**
 * Big screens that people of the tenant design. What is designed is a draft, which stands beside the fields and is kept by calls of its own; publishing it makes
 * a version that nobody can change any more, and players show the newest one (docs/decisions/0206-screens-as-documents.md).
 */
export const screens = resource({
  name: 'screens',
  api: { base: BASE, noun: 'Screen' },
  table: 'screens',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'screens',
  title: 'screenName',
  order: ['createTime', 'descend'],
  unique: ['screenName'],
  serverColumns: ['content', 'saved_by', 'saved_at'],
  calls: {
    design: `${BASE}/saveScreenDraft`,
    open: `${BASE}/queryScreenDesign`,
    publish: `${BASE}/publishScreen`,
    versions: `${BASE}/queryScreenVersion`,
    restore: `${BASE}/restoreScreenVersion`,
    copy: `${BASE}/copyScreen`,
    bring: `${BASE}/importScreenFile`,
    file: `${BASE}/downloadScreenFile`,
    preview: `${BASE}/previewScreenPage`,
    show: `${BASE}/queryScreenPage`,
    link: '/screen/link/addScreenLink',
    links: '/screen/link/queryScreenLink',
    displays: '/screen/link/queryScreenDisplay',
  },
  fields: {
    screenName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    /** Of a screen that stands in for a ready-made one, which pages of the console show by it: `bigdata`. */
    screenCode: text({ max: 32, format: NO_BLANKS, write: 'never', filter: 'contains', sort: true }),
    screenFolder: text({ max: 64, filter: 'contains', sort: true }),
    /** Offered to players: 1, once a version is published. */
    screenStatus: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
    /** The newest published version; 0 before the first. */
    screenVersion: integer({ sort: true, write: 'never' }),
    publishedAt: time({ write: 'never', filter: 'range', sort: true }),
    screenDescription: text({ max: 256 }),
  },
})
