/** The platform tenant: it owns the shared catalogues and looks after the other tenants. */
import { administrator } from './roles.ts'
import type { TenantSeed } from './tenant.ts'

export const platform: TenantSeed = {
  tenantCode: '10000',
  tenantName: '平台运营',
  tenantContact: '平台管理员',
  tenantEmail: 'operator@outstation.example',
  tenantTel: '',
  parameters: { 'time.zone': 'Asia/Shanghai' },
  organisations: [
    { code: 'platform', orgName: '平台运营中心', orgType: 'company', orgDescription: '负责平台的运行、租户与公共目录', orgSequence: 1 },
  ],
  posts: [],
  roles: [administrator],
  users: [
    {
      username: 'admin',
      nickname: '平台管理员',
      email: 'admin@outstation.example',
      prefix: '86',
      mobile: '13800000000',
      org: 'platform',
      roles: [administrator.roleCode],
      status: 1,
      createdDaysAgo: 0,
    },
  ],
}
