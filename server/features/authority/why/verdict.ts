/** The judgement itself: from facts to a verdict, step by step in the order in which the server asks. No database here. */

import type { Kind, Reason, Step } from '../../../../model/contract/authority/why.ts'

export interface RoleFacts {
  readonly id: string
  /** Held directly or through a post in use: it counts. */
  readonly isActive: boolean
  /** It has a say in this: for what is hidden, only roles that open the page have. */
  readonly decides: boolean
  /** The tables grant it the item; for what is hidden: hide it. */
  readonly isStored: boolean
  /** It takes effect: what is stored and lies outside of the tenant's package does not. */
  readonly isEffective: boolean
}

export interface Facts {
  readonly kind: Kind
  readonly userEnabled: boolean
  readonly tenantUsable: boolean
  /** Only people of the platform's tenant can have it, and this tenant is another. */
  readonly platformOnly: boolean
  /** The menu entry is switched off for everybody. */
  readonly menuOff: boolean
  /** Nobody needs a grant for it. */
  readonly isOpen: boolean
  readonly roles: readonly RoleFacts[]
  /** For a button or field: whether the page and the call behind it are granted. Absent where there is none. */
  readonly menuGranted?: boolean
  readonly callGranted?: boolean
  /** For a call that tells fields which roles can hide: whether they see all of them. */
  readonly fieldsSeen?: boolean
}

export interface Verdict {
  readonly verdict: 'allowed' | 'denied'
  readonly reason: Reason
  readonly steps: readonly Step[]
}

/** Whether the user may, why, and each step that led there, in the order in which the server asks. */
export function decide(facts: Facts): Verdict {
  const active = facts.roles.filter((role) => role.isActive)
  const hides = facts.kind === 'button' || facts.kind === 'field'
  // One role that grants is enough, and so is one that opens the page and does not hide.
  const byRoles = hides ? active.some((role) => role.decides && !role.isEffective) : active.some((role) => role.isEffective)
  const inPackage = hides || facts.isOpen || byRoles || !active.some((role) => role.isStored)
  const asked: (Step & { denied: Reason })[] = [
    { step: 'user', ok: facts.userEnabled, denied: 'user-disabled' },
    { step: 'tenant', ok: facts.tenantUsable, denied: 'tenant-unusable' },
    ...(facts.kind === 'url' || facts.kind === 'menu'
      ? [
          {
            step: 'catalogue' as const,
            ok: !facts.platformOnly && !facts.menuOff,
            denied: facts.platformOnly ? ('platform-only' as const) : ('menu-off' as const),
          },
        ]
      : []),
    ...(hides ? [] : [{ step: 'package' as const, ok: inPackage, denied: 'outside-package' as const }]),
    { step: 'roles', ok: facts.isOpen || byRoles, denied: active.length === 0 ? 'no-role' : hides ? 'hidden' : 'not-granted' },
    ...(facts.menuGranted === undefined ? [] : [{ step: 'menu' as const, ok: facts.menuGranted, denied: 'menu-not-granted' as const }]),
    ...(facts.callGranted === undefined ? [] : [{ step: 'call' as const, ok: facts.callGranted, denied: 'call-not-granted' as const }]),
    ...(facts.fieldsSeen === undefined ? [] : [{ step: 'fields' as const, ok: facts.fieldsSeen, denied: 'withheld' as const }]),
  ]
  const failed = asked.find(({ ok }) => !ok)
  return {
    verdict: failed ? 'denied' : 'allowed',
    reason: failed?.denied ?? (facts.isOpen ? 'open-to-all' : hides ? 'shown' : 'granted'),
    steps: asked.map(({ step, ok }) => ({ step, ok })),
  }
}
