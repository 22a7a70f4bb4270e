import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import type { MenuProps } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { MenuNode } from '../../../model/contract/account/session.ts'
import type { PostNode } from '../../../model/contract/organisation/user-posts.ts'
import { querySysMenuTree } from '../../../model/contract/system/menus.ts'
import { querySysUserPostTree } from '../../../model/contract/organisation/user-posts.ts'
import { ask } from '../../kernel/http/ask.ts'
import { textOr, useT } from '../../kernel/i18n/i18n.ts'
import type { MenuChoice } from '../../kernel/navigation/menu-choice.ts'
import { HOME, buildMenu, menuPaths, shownRoutes } from '../../kernel/navigation/menu-routes.ts'
import { chooseMenu, fetchAuthority, useSession, useSessionStore } from '../../kernel/session/session-store.ts'
import { useHoverMenu } from '../../ui/use-hover-menu.ts'
import { hasPage } from '../pages.ts'

/** Shows one area of the menu, or that of one of the user's posts, or all of it again. */
export function MenuSwitch() {
  const t = useT()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [wanted, setWanted] = useState(false)
  const choice = useSessionStore(({ menuChoice }) => menuChoice)
  const { areas, posts } = useChoices(wanted)
  const { dropdown, press } = useHoverMenu(() => setWanted(true))

  async function choose(chosen: MenuChoice | undefined): Promise<void> {
    await chooseMenu(chosen)
    const { session, onceOpen } = useSessionStore.getState()
    // A page of the menu that is not shown any more is left.
    if (session && onceOpen.has(pathname) && !menuPaths(session.authority.menu).has(pathname)) await navigate(HOME)
  }

  const items: MenuProps['items'] = [
    { key: 'all', label: t('menuSwitch.clear'), onClick: () => void choose(undefined) },
    ...group(
      'areas',
      t('menuSwitch.area'),
      areas.map(({ id, name, menuName }) => {
        const title = textOr(`menu.${name}`, menuName)
        return { key: `area ${id}`, label: title, onClick: () => void choose({ parentId: id, name: title }) }
      }),
    ),
    ...group(
      'posts',
      t('menuSwitch.post'),
      posts.map(({ code, title }) => ({ key: `post ${code}`, label: title, onClick: () => void choose({ postCode: code, name: title }) })),
    ),
  ]
  const chosenKey =
    choice?.postCode !== undefined ? `post ${choice.postCode}` : choice?.parentId !== undefined ? `area ${choice.parentId}` : 'all'
  const label = choice ? t('menuSwitch.chosen', { name: choice.name }) : t('menuSwitch.title')
  return (
    <Dropdown menu={{ items, selectable: true, selectedKeys: [chosenKey], className: 'menu-switch' }} {...dropdown} placement="bottomRight">
      <Button
        type={choice ? 'primary' : 'text'}
        ghost={choice !== undefined}
        icon={<AppstoreOutlined aria-hidden="true" />}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        onClick={press}
      >
        {choice && <span className="menu-switch-name">{choice.name}</span>}
      </Button>
    </Dropdown>
  )
}

function group(key: string, label: string, children: NonNullable<MenuProps['items']>): NonNullable<MenuProps['items']> {
  return children.length > 0 ? [{ key, type: 'group', label, children }] : []
}

/** Areas with at least one page for this user, and the user's posts; asked for when the list is opened. */
function useChoices(wanted: boolean) {
  const { user } = useSession()
  // eslint-disable-next-line no-restricted-syntax -- what is quiet here is answered in its place: whoever may not list the areas has those of their menu
  const { data: areas = [] } = useQuery({
    queryKey: ['menu-switch', 'areas', user.id],
    queryFn: async () => {
      const [own, tree] = await Promise.all([
        fetchAuthority(user),
        // All areas there are. Whoever may not list them is offered those of their own menu.
        ask(querySysMenuTree, {}, { quiet: true }).catch(() => undefined),
      ])
      const roots = tree && new Set(tree.map(({ id }) => id))
      return own.menu.filter((node) => (node.routes?.length ?? 0) > 0 && hasPages(node) && (roots?.has(node.id) ?? true))
    },
    enabled: wanted,
  })
  // eslint-disable-next-line no-restricted-syntax -- who may not see posts has none to change to
  const { data: posts = [] } = useQuery({
    queryKey: ['menu-switch', 'posts', user.id],
    queryFn: () =>
      ask(querySysUserPostTree, { userId: user.id }, { quiet: true }).then(
        (tree) => flat(tree),
        () => [],
      ),
    enabled: wanted,
  })
  return { areas, posts }
}

const hasPages = (node: MenuNode) => shownRoutes(buildMenu([node], { hasPage })).length > 0

function flat(tree: readonly PostNode[]): { code: string; title: string }[] {
  return tree.flatMap(({ postCode: code, title, children = [] }) => [{ code, title }, ...flat(children)])
}
