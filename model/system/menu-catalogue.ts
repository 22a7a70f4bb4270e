/** What an entry of the menu can be made of. */

/** Base names of `@ant-design/icons`: `user` is `UserOutlined`. */
export const menuIcons = [
  'alert', 'api', 'apartment', 'appstore', 'area-chart', 'arrow-left', 'arrow-right', 'audit', 'bar-chart', 'bell', 'book', 'branches',
  'bug', 'build', 'carry-out', 'check-square', 'close-circle', 'cloud', 'cloud-server', 'cluster', 'code', 'compass', 'container',
  'control', 'copy', 'dashboard', 'database', 'deployment-unit', 'desktop', 'dot-chart', 'edit', 'environment', 'experiment',
  'eye-invisible', 'field-time', 'file', 'file-excel', 'file-protect', 'file-text', 'file-zip', 'folder-open', 'form', 'fund', 'gateway',
  'global', 'gold', 'hdd', 'heat-map', 'history', 'idcard', 'inbox', 'key', 'layout', 'line-chart', 'link', 'lock', 'menu', 'monitor',
  'node-index', 'notification', 'ordered-list', 'partition', 'picture', 'pie-chart', 'play-circle', 'profile', 'project', 'read', 'rocket',
  'safety', 'save', 'schedule', 'security-scan', 'setting', 'skin', 'sliders', 'snippets', 'solution', 'stop', 'table', 'tags', 'team',
  'thunderbolt', 'tool', 'translation', 'unordered-list', 'user', 'warning', 'wifi',
  'question-circle',
] as const
export type MenuIcon = (typeof menuIcons)[number]

/** Buttons a page can have; a role may be told to hide some. Their texts are `button.<name>`. */
export const menuButtons = [
  'view', 'add', 'update', 'delete', 'export', 'import', 'authorize', 'upload', 'download', 'generate', 'preview', 'start',
  'track', 'assign', 'complete', 'delegate', 'regress', 'reject', 'terminate', 'design', 'deploy', 'suspend', 'activate',
  'execution', 'activity', 'detail', 'variable', 'details', 'reset', 'publish', 'withdraw', 'secret',
] as const

/** Whether a path leads out of the console. */
export function isExternal(path: string): boolean {
  return /^https?:\/\//i.test(path)
}
