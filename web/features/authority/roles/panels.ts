/** The tabs of a role's grants: where each set comes from and where it goes. */
import type { ButtonNode } from '../../../../model/contract/authority/menu-grants.ts'
import * as grants from '../../../../model/contract/authority/menu-grants.ts'
import { createElement } from 'react'
import { authorizeDataScope, authorizeUserToRole, queryDataScope } from '../../../../model/contract/authority/roles.ts'
import type { GrantableUrl } from '../../../../model/contract/authority/urls.ts'
import { authorizeUrlToRole, queryGrantableUrl, queryUrlIdByRoleId } from '../../../../model/contract/authority/urls.ts'
import { queryOrgUserTree } from '../../../../model/contract/organisation/organisations.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { GrantPanel, GrantSet } from '../../../shared/authority/granting/grant-dialog.tsx'
import type { Asked } from '../../../shared/authority/granting/who-has.tsx'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import type { TickNode } from '../../../ui/tick-tree.tsx'
import { leavesOf } from '../../../ui/tick-tree.tsx'
import { readMenus } from '../../../shared/authority/granting/grantable.ts'
import ScopePanel, { marksOf, namesNothing, scopesOf } from './scope-panel.tsx'
import { buttonNodes, fieldNodes, menuNodes, peopleNodes, urlNodes } from './nodes.ts'

export interface GrantedRole {
  readonly id: string
  readonly code: string
  readonly isAdministrator: boolean
}

export interface RolePanel extends GrantPanel {
  /** The operation in `allowed` that lets a caller store it. */
  readonly call: string
  readonly asksWho?: (node: TickNode) => Asked | undefined
}

/** Which of the calls of a page come with it. */
export const CALLS_ALONG = ['none', 'query', 'all'] as const
export type CallsAlong = (typeof CALLS_ALONG)[number]

/**
 * The panels of the dialog that grants: each loads what can be granted and saves what is ticked.
 * @param along Which calls of the pages that are newly ticked are granted together with them
 */
export function panelsOf({ id: roleId, code: roleCode, isAdministrator }: GrantedRole, along: CallsAlong, t: Translate): RolePanel[] {
  const readOnly = isAdministrator ? { readOnly: t('error.role.administrator') } : {}
  const codes = new Map<string, string>()
  const paths = new Map<string, GrantableUrl>()

  async function menus(): Promise<GrantSet> {
    const [all, held] = await Promise.all([readMenus(), ask(grants.queryMenuIdByRoleId, { roleId })])
    const remember = (list: readonly ButtonNode[]): void =>
      list.forEach((menu) => {
        codes.set(menu.id, menu.menuCode)
        remember(menu.children ?? [])
      })
    remember(all)
    const nodes = menuNodes(all)
    const shown = new Set(leavesOf(nodes).map((leaf) => leaf.id))
    hiddenMenus = held.filter((menu) => !shown.has(menu))
    return { nodes, ticked: held.filter((menu) => shown.has(menu)) }
  }
  /** Entries without a page of their own in the menu, such as details: they stay granted as they are. */
  let hiddenMenus: readonly string[] = []

  async function urls(): Promise<GrantSet> {
    const [all, held] = await Promise.all([ask(queryGrantableUrl, {}), ask(queryUrlIdByRoleId, { roleId })])
    for (const url of all) paths.set(url.id, url)
    return { nodes: urlNodes(all, t), ticked: held.filter((url) => paths.has(url)) }
  }

  /** Grants the calls of pages that the role did not have before, as far as the caller may grant them. */
  async function grantCallsOf(menuIds: readonly string[]): Promise<void> {
    const pages = new Set(menuIds.flatMap((id) => codes.get(id) ?? []))
    if (along === 'none' || pages.size === 0) return
    const [all, held] = await Promise.all([ask(queryGrantableUrl, {}), ask(queryUrlIdByRoleId, { roleId })])
    const more = all.filter(({ id, url, menuCode }) => pages.has(menuCode) && !held.includes(id) && (along === 'all' || isQuery(url)))
    if (more.length > 0) await ask(authorizeUrlToRole, { roleId, urlId: [...held, ...more.map(({ id }) => id)] })
  }

  async function buttons(): Promise<GrantSet> {
    const [all, hidden] = await Promise.all([readMenus(), ask(grants.queryMenuButtonByRoleCode, { roleCode })])
    const nodes = buttonNodes(all)
    return {
      nodes,
      ticked: leavesOf(nodes)
        .map((leaf) => leaf.id)
        .filter((button) => !hidden.includes(button)),
    }
  }

  async function saveButtons(ticked: readonly string[]): Promise<void> {
    const hidden = leavesOf(buttonNodes(await readMenus()))
      .map((leaf) => leaf.id)
      .filter((button) => !ticked.includes(button))
    await ask(grants.authorizeMenuButtonToRole, { roleCode, menuButton: hidden })
  }

  async function fields(): Promise<GrantSet> {
    const hidden = await ask(grants.queryDataFieldByRoleCode, { roleCode })
    const nodes = fieldNodes(t)
    return {
      nodes,
      ticked: leavesOf(nodes)
        .map((leaf) => leaf.id)
        .filter((field) => !hidden.includes(field)),
    }
  }

  async function saveFields(ticked: readonly string[], before: readonly string[]): Promise<void> {
    for (const { id: menuCode, children = [] } of fieldNodes(t)) {
      const hidden = (list: readonly string[]) =>
        children.filter((leaf) => !list.includes(leaf.id)).map((leaf) => leaf.id.slice(menuCode.length + 1))
      const [was, is] = [hidden(before), hidden(ticked)]
      if (was.join() === is.join()) continue
      await (is.length === 0
        ? ask(grants.deleteDataField, { roleCode, menuCode })
        : ask(grants.authorizeMenuDataToRole, { roleCode, menuCode, dataField: is.join(',') }))
    }
  }

  async function people(): Promise<GrantSet> {
    const [all, held] = await Promise.all([ask(queryOrgUserTree, {}), ask(queryOrgUserTree, { roleId, assign: '1' })])
    const nodes = peopleNodes(all.list)
    return {
      nodes,
      ticked: leavesOf(peopleNodes(held.list)).map((leaf) => leaf.id),
      ...(all.complete && held.complete ? {} : { incomplete: t('granting.too-many-people') }),
    }
  }

  return [
    {
      key: 'menus',
      call: 'authorizeMenu',
      label: t('granting.menus'),
      hint: t('granting.menus-hint'),
      load: menus,
      check: atLeastOne(t('authority.tick-something')),
      ...readOnly,
      async save(ticked, before) {
        await ask(grants.authorizeMenuToRole, { roleId, menuId: [...ticked, ...hiddenMenus] })
        await grantCallsOf(ticked.filter((id) => !before.includes(id)))
      },
      asksWho: (node) => asking('menu', codes.get(node.id), node.label),
    },
    {
      key: 'urls',
      call: 'authorizeUrl',
      label: t('granting.urls'),
      hint: t('granting.urls-hint'),
      load: urls,
      check: atLeastOne(t('authority.tick-something')),
      ...readOnly,
      save: (ticked) => ask(authorizeUrlToRole, { roleId, urlId: ticked }),
      asksWho: (node) => asking('url', paths.get(node.id)?.url, node.label),
    },
    {
      key: 'buttons',
      call: 'authorizeButton',
      label: t('granting.buttons'),
      hint: t('granting.buttons-hint'),
      load: buttons,
      save: saveButtons,
      ...readOnly,
    },
    {
      key: 'fields',
      call: 'authorizeField',
      label: t('granting.fields'),
      hint: t('granting.fields-hint'),
      load: fields,
      save: saveFields,
      ...readOnly,
    },
    {
      key: 'scope',
      call: 'authorizeScope',
      label: t('granting.scope'),
      hint: t('granting.scope-hint'),
      load: async () => ({ nodes: [], ticked: marksOf(await ask(queryDataScope, { roleId })) }),
      check: (marks) => (namesNothing(marks) ? t('check.scope-empty') : undefined),
      save: (marks) => ask(authorizeDataScope, { roleId, scopes: scopesOf(marks) }),
      draw: (marks, onChange, disabled) => createElement(ScopePanel, { marks, onChange, disabled }),
      ...readOnly,
    },
    {
      key: 'users',
      call: 'authorizeUser',
      label: t('granting.users'),
      hint: t('granting.users-hint'),
      load: people,
      check: atLeastOne(t('authority.choose-user')),
      save: (ticked) => ask(authorizeUserToRole, { roleId, userId: ticked }),
    },
  ]
}

const isQuery = (url: string) => /\/query[^/]*$/.test(url)

function asking(kind: Asked['kind'], item: string | undefined, title: string): Asked | undefined {
  return item === undefined ? undefined : { kind, item, title }
}

function atLeastOne(message: string): (ticked: readonly string[]) => string | undefined {
  return (ticked) => (ticked.length === 0 ? message : undefined)
}
