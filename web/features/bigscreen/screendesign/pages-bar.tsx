/** The pages of the screen: shown, added, copied, ordered, removed. */
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { MAX_PAGES } from '../../../../model/screens/document.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { confirm } from '../../../ui/confirm.ts'
import { addPage, copyPage, movePage, removePage } from './state/pages.ts'
import { useDesign, useDesignState, usePage } from './store.ts'

export function PagesBar() {
  const t = useT()
  const design = useDesign()
  const document = useDesignState((state) => state.document)
  const page = usePage()
  const at = document.pages.indexOf(page)
  const isFull = document.pages.length >= MAX_PAGES

  function put(made: ReturnType<typeof addPage>): void {
    if (!made) return
    design.changeScreen(() => made.document)
    design.goTo(made.id)
    design.announce(t('screen-design.page-shown', { title: made.document.pages.find(({ id }) => id === made.id)?.title ?? '' }))
  }

  async function remove(): Promise<void> {
    const isSure =
      page.widgets.length === 0 ||
      (await confirm({
        title: t('screen-design.page-remove-title', { title: page.title }),
        text: t('screen-design.page-remove-text', { count: page.widgets.length }),
        ok: t('screen-design.page-remove'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    if (isSure) design.changeScreen((before) => removePage(before, page.id))
  }

  const button = (label: string, icon: ReactNode, isOff: boolean, run: () => void) => (
    <Button type="text" size="small" icon={icon} aria-label={label} title={label} disabled={isOff} onClick={run} />
  )
  return (
    <nav className="screen-pages" aria-label={t('screen-design.pages')}>
      <ul>
        {document.pages.map(({ id, title, seconds }) => (
          <li key={id}>
            <button type="button" aria-current={id === page.id ? 'page' : undefined} onClick={() => design.goTo(id)}>
              {title}
              {seconds !== undefined && <small>{t('screen-design.seconds', { count: seconds })}</small>}
            </button>
          </li>
        ))}
      </ul>
      <span>
        {button(t('screen-design.page-add'), <PlusOutlined aria-hidden="true" />, isFull, () =>
          put(addPage(document, page.id, t('screen-design.page-nth', { at: document.pages.length + 1 }))),
        )}
        {button(t('screen-design.page-copy'), <CopyOutlined aria-hidden="true" />, isFull, () =>
          put(copyPage(document, page.id, t('screen-design.page-copied', { title: page.title }).slice(0, 64))),
        )}
        {button(t('screen-design.page-left'), <LeftOutlined aria-hidden="true" />, at === 0, () =>
          design.changeScreen((before) => movePage(before, page.id, -1)),
        )}
        {button(t('screen-design.page-right'), <RightOutlined aria-hidden="true" />, at === document.pages.length - 1, () =>
          design.changeScreen((before) => movePage(before, page.id, 1)),
        )}
        {button(t('screen-design.page-remove'), <DeleteOutlined aria-hidden="true" />, document.pages.length === 1, () => void remove())}
      </span>
    </nav>
  )
}
