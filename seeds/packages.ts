/** What the platform sells: one package, for the demonstration. */
import type { PackageSeed } from './tenant.ts'

export const standard: PackageSeed = {
  packageName: '标准版',
  packageDescription: '采集、报表与系统管理，不含流程设计与开发工具',
  withoutMenus: ['activiti', 'personaloa', 'devtool', 'reportdesigner'],
}
