/** What the platform sells: one package, for the demonstration. */
import type { PackageSeed } from './tenant.ts'

export const standard: PackageSeed = {
  packageName: '标准版',
  packageDescription: '采集、报表、流程、表单与系统管理，不含页面示例',
  // The demonstration of its tenant has processes, forms and report templates: a package without their pages would lead people nowhere.
  withoutMenus: ['template'],
}
