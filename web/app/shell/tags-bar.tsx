/** The visited pages. Middle click or Delete closes one; a right click, the menu key or the button at the end opens its menu. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { Dropdown } from 'antd'
import type { MenuProps } from 'antd'
import { memo, useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { Routes } from './routes.ts'
import { titleAt } from './routes.ts'
import { addressOf, isPinned, useTags } from './tags.ts'
import './tags-bar.css'
import { useDragScroll } from './use-drag-scroll.ts'
import type { TagActions } from './use-page-tags.ts'
import { useTagActions } from './use-page-tags.ts'

export function TagsBar({ routes }: { routes: Routes }) {
  const t = useT()
  const { pathname } = useLocation()
  const tags = useTags((open) => open.tags).filter(({ path }) => routes.paths.has(path))
  const actions = useTagActions()
  const bar = useRef<HTMLUListElement>(null)
  const closable = tags.filter(({ path }) => !isPinned(path))
  const othersThan = (path: string) => closable.some((tag) => tag.path !== path)
  useDragScroll(bar)

  useEffect(() => {
    // The whole of the tag, with the button that closes it; in the frame that lays the page out anyway.
    const frame = requestAnimationFrame(() =>
      bar.current?.querySelector('[aria-current]')?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [pathname, tags.length])

  return (
    <nav className="tags-bar" aria-label={t('tags.title')}>
      <ul ref={bar}>
        {tags.map(({ path, at }) => (
          <PageTag
            key={path}
            path={path}
            address={addressOf(at)}
            title={titleAt(path, routes.menu) ?? path}
            isCurrent={path === pathname}
            hasOthers={othersThan(path)}
            hasAny={closable.length > 0}
            actions={actions}
          />
        ))}
      </ul>
      <Dropdown
        trigger={['click']}
        autoFocus
        placement="bottomRight"
        menu={{ items: menuOf(pathname, actions, { hasOthers: othersThan(pathname), hasAny: closable.length > 0 }, t) }}
      >
        <button type="button" className="tags-more" aria-haspopup="menu" aria-label={t('tags.more')} title={t('tags.more')}>
          <DownOutlined aria-hidden="true" />
        </button>
      </Dropdown>
    </nav>
  )
}

/** Of the tags that can be closed: whether there is one, and whether there is one beside this. */
interface Closable {
  readonly hasOthers: boolean
  readonly hasAny: boolean
}

interface PageTagProps extends Closable {
  readonly path: string
  readonly address: string
  readonly title: string
  readonly isCurrent: boolean
  readonly actions: TagActions
}

/** With a dozen of them open, a change of page concerns two. */
const PageTag = memo(function PageTag({ path, address, title, isCurrent, hasOthers, hasAny, actions }: PageTagProps) {
  const t = useT()

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Delete' || isPinned(path)) return
    event.preventDefault()
    // The focus goes to a neighbour, not to nowhere.
    const place = event.currentTarget.closest('li')
    const neighbour = place?.nextElementSibling ?? place?.previousElementSibling
    neighbour?.querySelector('a')?.focus()
    actions.close(path)
  }

  return (
    <li
      className={isCurrent ? 'page-tag current' : 'page-tag'}
      onMouseDown={(event) => {
        if (event.button === 1) event.preventDefault()
      }}
      onAuxClick={(event) => {
        if (event.button === 1) {
          event.preventDefault()
          actions.close(path)
        }
      }}
    >
      <Dropdown trigger={['contextMenu']} autoFocus menu={{ items: menuOf(path, actions, { hasOthers, hasAny }, t) }}>
        <Link to={address} draggable={false} aria-current={isCurrent ? 'page' : undefined} onKeyDown={onKey}>
          {title}
        </Link>
      </Dropdown>
      {!isPinned(path) && (
        <button type="button" aria-label={t('tags.close-one', { name: title })} onClick={() => actions.close(path)}>
          <CloseOutlined aria-hidden="true" />
        </button>
      )}
    </li>
  )
})

function menuOf(
  path: string,
  { refresh, close, closeOthers, closeAll }: TagActions,
  { hasOthers, hasAny }: Closable,
  t: ReturnType<typeof useT>,
): NonNullable<MenuProps['items']> {
  return [
    { key: 'refresh', label: t('tags.refresh'), onClick: () => refresh(path) },
    ...(isPinned(path) ? [] : [{ key: 'close', label: t('tags.close'), onClick: () => close(path) }]),
    { key: 'others', label: t('tags.close-others'), disabled: !hasOthers, onClick: () => closeOthers(path) },
    { key: 'all', label: t('tags.close-all'), disabled: !hasAny, onClick: closeAll },
  ]
}
