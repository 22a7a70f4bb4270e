/** Who is signed in, what they may do, and as whom they act. */
import * as z from 'zod/mini'
import { users } from '../../organisation/users.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { tokens } from './sign-in.ts'

const text = z.string()
const code = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max)))
const region = z.strictObject({ key: text, label: text })

export const getSysUser = contract({
  method: 'GET',
  path: '/uaa/users/getSysUser',
  output: z.strictObject({
    id: text,
    username: text,
    nickname: text,
    phone: text,
    mobile: text,
    email: text,
    address: text,
    profile: text,
    avatar: text,
    roles: z.array(text),
    geographic: z.strictObject({ province: region, city: region }),
    tenantCode: text,
    tenantName: text,
    orgName: text,
    /** In the order of `roles`; empty for whoever does not see the names of roles. */
    roleNames: z.array(text),
    /** Names this session in the list of those online. */
    sessionId: text,
    /** Somebody else knows the password: nothing else is open before it is changed. */
    mustChangePassword: z.boolean(),
    /** The tenant requires a second factor and there is none: nothing else is open before there is. */
    mustEnrol: z.boolean(),
    /** Country code of the mobile number. */
    prefix: text,
    /** Whether the session acts as one role, or only looks as one. */
    acting: z.nullable(z.enum(['role', 'preview'])),
    /** The roles that can be switched to. */
    heldRoles: z.array(z.strictObject({ code: text, name: text })),
    /** Of the tenant (IANA): all times are shown in it. */
    timeZone: text,
  }),
})

export type UserInfo = OutputOf<typeof getSysUser>

const flag = z.literal([0, 1])

/** An entry of the menu (section 2 of the specification). */
const menuNode = z.strictObject({
  id: text,
  path: text,
  component: text,
  /** The menu code; `menu.<name>` is the key of its title. */
  name: text,
  menuName: text,
  /** 1: the operator's own words, which stand in place of the key's text. */
  isRenamed: flag,
  icon: text,
  /** 0: shown. */
  hideInMenu: flag,
  /** 1: not kept alive. */
  noCache: z.int(),
  pageName: text,
  isMenuPage: flag,
  parentId: text,
  get routes() {
    return z.optional(z.array(menuNode))
  },
})

export type MenuNode = z.output<typeof menuNode>

export const queryCurrentAuthority = contract({
  method: 'POST',
  path: '/account/sysuserdetail/queryCurrentAuthority',
  send: 'form',
  input: z.object({ username: code(64), userId: code(64), parentId: code(64), postCode: code(32) }),
  output: z.strictObject({
    menu: z.array(menuNode),
    /** `menuCode:button` of the buttons the active roles do not see. */
    menuButton: z.array(text),
    /** The roles the menu was made for. */
    currentAuthority: z.array(text),
    /** Changes with what the session may do. */
    stamp: text,
  }),
})

export type Authority = OutputOf<typeof queryCurrentAuthority>

const hashed = users.fields.password.check

export const updatePassword = contract({
  method: 'PUT',
  path: '/account/sysuserdetail/updatePassword',
  send: 'form',
  input: z.strictObject({ password: hashed, newPassword: hashed, id: z.string().check(z.trim()) }),
})

/** The answer is another session beside the one that asks, and so are those of a preview and of leaving either. */
export const switchRole = contract({
  method: 'POST',
  path: '/account/sysuserdetail/switchRole',
  input: z.strictObject({ roleCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)) }),
  output: tokens,
})

export const leaveRole = contract({
  method: 'POST',
  path: '/account/sysuserdetail/leaveRole',
  input: z.strictObject({}),
  output: tokens,
})
