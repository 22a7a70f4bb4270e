import * as contract from '../../../../model/contract/account/session.ts'
import { organisations, roles } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { rolesOfUser } from '../../../kernel/authorization/user-identity.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { LIMITS_OF_PEOPLE } from '../../../kernel/authorization/caller.ts'

const DEFAULT_AVATAR = '/avatar.svg'

export const getSysUser = implement(contract.getSysUser, {
  access: 'signed-in',
  allowedWith: LIMITS_OF_PEOPLE,
  summary: 'The signed-in user',
  async handle({ caller, inTenant, services: { transactions, grants } }) {
    const [me, held, named] = await inTenant(async (tx) =>
      Promise.all([
        tx.first(
          build
            .selectFrom('users')
            .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
            .innerJoin('organisations', 'organisations.id', 'org_id')
            .select([
              'users.id',
              'username',
              'nickname',
              'phone',
              'prefix',
              'mobile',
              'email',
              'address',
              'profile',
              'avatar',
              'province_region_code',
              'city_region_code',
              'tenant_code',
              'tenant_name',
              'org_name',
            ])
            .where('users.id', '=', caller.userId),
        ),
        rolesOfUser(tx, grants, caller.userId),
        tx.all(build.selectFrom('roles').select(['role_code', 'role_name'])),
      ]),
    )
    // A client that acts for itself is nobody.
    if (!me) fail(caller.client ? 'permission.denied' : 'session.invalid')
    const {
      province_region_code: province,
      city_region_code: city,
      tenant_code: tenantCode,
      tenant_name: tenantName,
      org_name: orgName,
      ...own
    } = me
    const seesNames = viewOf(caller, roles).sees('roleName')
    const nameOf = (code: string) => (seesNames ? named.find((row) => row.role_code === code)?.role_name : undefined) ?? code
    const codes = [province, city].filter((code) => code !== null)
    const places =
      codes.length === 0
        ? []
        : await inTenant((tx) =>
            tx.all(
              build
                .selectFrom('regions')
                .select(['region_code', 'region_name', 'region_name_tw', 'region_name_en'])
                .where('region_code', 'in', codes),
            ),
          )
    const placeOf = (code: string | null) => {
      const place = places.find((row) => row.region_code === code)
      const name = caller.language === 'zh' ? undefined : place?.[`region_name_${caller.language}`]
      // A code that no region has any more is all there is to show.
      return { key: code ?? '', label: name ?? place?.region_name ?? code ?? '' }
    }
    return {
      ...own,
      phone: own.phone ?? '',
      address: own.address ?? '',
      profile: own.profile ?? '',
      avatar: own.avatar ?? DEFAULT_AVATAR,
      roles: caller.roles.map(({ code }) => code),
      geographic: { province: placeOf(province), city: placeOf(city) },
      tenantCode,
      tenantName,
      orgName: viewOf(caller, organisations).sees('orgName') ? orgName : '',
      roleNames: seesNames ? caller.roles.map(({ code }) => nameOf(code)) : [],
      // The row of the list of those online that stands for this session.
      sessionId: caller.parentId ?? caller.sessionId,
      mustChangePassword: caller.limit === 'password',
      mustEnrol: caller.limit === 'enrol',
      acting: caller.parentId === undefined ? null : caller.limit === 'read-only' ? ('preview' as const) : ('role' as const),
      timeZone: await transactions.timeZoneOf(caller.tenantId),
      heldRoles: held.map(({ code }) => ({ code, name: nameOf(code) })),
    }
  },
})
