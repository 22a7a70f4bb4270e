import { z } from 'zod'
import { organisations, roles } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http.ts'
import { build } from '../../../kernel/sql.ts'
import { viewOf } from '../../../kernel/view.ts'

const region = z.strictObject({ key: z.string(), label: z.string() })
const DEFAULT_AVATAR = '/avatar.svg'

export const getSysUser = route({
  method: 'GET',
  path: '/uaa/users/getSysUser',
  access: 'signed-in',
  summary: 'The signed-in user',
  output: z.strictObject({
    id: z.string(), username: z.string(), nickname: z.string(), phone: z.string(), mobile: z.string(), email: z.string(),
    address: z.string(), profile: z.string(), avatar: z.string(), roles: z.array(z.string()),
    geographic: z.strictObject({ province: region, city: region }),
    tenantCode: z.string(), tenantName: z.string(), orgName: z.string(), roleNames: z.array(z.string()),
  }),
  async handle({ caller, inTenant }) {
    const [me, held] = await inTenant((tx) => Promise.all([
      tx.first(build.selectFrom('users').innerJoin('tenants', 'tenants.id', 'users.tenant_id').innerJoin('organisations', 'organisations.id', 'org_id')
        .select(['users.id', 'username', 'nickname', 'phone', 'mobile', 'email', 'address', 'profile', 'avatar', 'province_region_code', 'city_region_code', 'tenant_code', 'tenant_name', 'org_name'])
        .where('users.id', '=', caller.userId)),
      tx.all(build.selectFrom('user_roles').innerJoin('roles', 'roles.id', 'role_id').select(['role_code', 'role_name']).where('user_id', '=', caller.userId)),
    ]))
    if (!me) fail('session.invalid')
    const { province_region_code: province, city_region_code: city, tenant_code: tenantCode, tenant_name: tenantName, org_name: orgName, ...own } = me
    return {
      ...own,
      phone: own.phone ?? '', address: own.address ?? '', profile: own.profile ?? '', avatar: own.avatar ?? DEFAULT_AVATAR,
      roles: caller.roles.map((role) => role.code),
      // The regions' names are rows of their own noun; a user without a region has none to name.
      geographic: { province: { key: province ?? '', label: province ?? '' }, city: { key: city ?? '', label: city ?? '' } },
      tenantCode, tenantName,
      orgName: viewOf(caller, organisations).sees('orgName') ? orgName : '',
      roleNames: caller.roles.map(({ code }) => held.find((role) => role.role_code === code)?.role_name ?? code).filter(() => viewOf(caller, roles).sees('roleName')),
    }
  },
})
