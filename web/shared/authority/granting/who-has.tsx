/** "Who has this?": the people a menu or URL is open to, and the roles that open it; each leads to the whole chain. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { InputOf } from '../../../../model/contract/contract.ts'
import { personText } from '../../../../model/organisation/person-text.ts'
import { queryHolders } from '../../../../model/contract/authority/why.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { PAGE_SIZES } from '../../../ui/page-sizes.ts'
import { Pager } from '../../../ui/pager.tsx'
import { pagerTexts } from '../../../kernel/i18n/texts.ts'
import { whyPath } from './why-path.ts'
import './grant-dialog.css'

export interface Asked extends Pick<InputOf<typeof queryHolders>, 'kind' | 'item'> {
  readonly title: string
}

/** The least that a list offers: it stands in a dialog. */
const [SIZE] = PAGE_SIZES

export default function WhoHas({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const t = useT()
  const [{ page, size }, turn] = useState<{ page: number; size: number }>({ page: 1, size: SIZE })
  const { kind, item } = asked
  const { data } = useQuery({
    queryKey: ['holders', kind, item, page, size],
    placeholderData: keepPreviousData,
    queryFn: () => ask(queryHolders, { kind, item, currentPage: page, pageSize: size }),
  })
  return (
    <Modal
      open
      title={t('granting.who-title', { item: asked.title })}
      footer={null}
      onCancel={onClose}
      width={560}
      rootClassName="resource-dialog"
    >
      {!data ? (
        <Skeleton active title={false} />
      ) : data.total === 0 ? (
        <p>{t('granting.nobody')}</p>
      ) : (
        <>
          <p className="grant-hint">{t('granting.who-count', { count: data.total })}</p>
          <ul className="holders">
            {data.list.map(({ id, username, nickname, roles }) => (
              <li key={id}>
                <span>
                  {personText({ username, nickname })} <small>{roles.join(t('common.between'))}</small>
                </span>
                <Link to={whyPath({ userId: id, kind, item })}>{t('menu.why')}</Link>
              </li>
            ))}
          </ul>
          <Pager
            keepsPlace
            page={page}
            size={size}
            total={data.total}
            texts={pagerTexts(data.total, t)}
            onChange={(next, rows) => turn({ page: next, size: rows })}
          />
        </>
      )}
    </Modal>
  )
}
