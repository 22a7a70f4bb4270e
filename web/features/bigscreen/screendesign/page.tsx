/** The designer of screens, of the one that the address names. On a phone a screen is looked at, and designed where there is more room. */
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ScreenDesign } from '../../../../model/contract/screen/screens.ts'
import { queryScreenDesign } from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { FindingList } from '../../../shared/screens/design/finding-list.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { usePhone } from '../../../ui/use-media.ts'
import './page.css'

const Designer = lazyWithPreload(() => import('./designer.tsx'))

export default function ScreenDesignPage() {
  const t = useT()
  const [address, setAddress] = useSearchParams()
  const id = address.get('id') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: [screens.name, 'design', id],
    queryFn: () => {
      // The two files come at once.
      void Designer.preload()
      return ask(queryScreenDesign, { id })
    },
    enabled: id !== '',
    // What is open in the designer is not drawn over; who opens it again has it as it is then.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

  return (
    <div className="screen-design-page">
      {data ? (
        <Suspense fallback={null}>
          <Opened key={id} screen={data} />
        </Suspense>
      ) : (
        <>
          <h1>{t('menu.screendesign')}</h1>
          {error instanceof ApiError ? (
            <ListFailure error={error} onRetry={() => void refetch()} />
          ) : (
            id === '' && (
              <section className="screen-choose">
                <label htmlFor="screen-choose">{t('screen-design.choose-screen')}</label>
                <RowPicker noun="screens" id="screen-choose" value={null} onChange={(chosen: string) => setAddress({ id: chosen })} />
              </section>
            )
          )}
        </>
      )}
    </div>
  )
}

/** What was opened. A window that becomes narrow does not close the designer: opened again it would begin with what was there at first. */
function Opened({ screen }: { screen: ScreenDesign }) {
  const isPhone = usePhone()
  const [isDesigned, setDesigned] = useState(false)
  if (!isDesigned && !isPhone && screen.mayChange) setDesigned(true)
  return isDesigned ? <Designer screen={screen} /> : <Reading screen={screen} why={screen.mayChange ? 'phone' : 'rights'} />
}

/** A screen that is not designed here: what it consists of, what is found wrong with it, and where it is played. */
function Reading({ screen, why }: { screen: ScreenDesign; why: 'phone' | 'rights' }) {
  const t = useT()
  const { pages } = screen.content
  return (
    <article className="screen-reading">
      <h1>{screen.screenName}</h1>
      <Alert type="info" showIcon title={t(`screen-design.reading-${why}`)} />
      {screen.screenVersion > 0 && (
        <p>
          <Link to={`/screen/${screen.id}`} target="_blank">
            {t('screen-list.play')}
          </Link>
        </p>
      )}
      <h2>{t('screen-design.pages')}</h2>
      <ul>
        {pages.map(({ id, title, widgets }) => (
          <li key={id}>{t('screen-design.page-widgets', { title, count: widgets.length })}</li>
        ))}
      </ul>
      <h2>{t('screen-design.checks')}</h2>
      <FindingList findings={screen.findings} pages={pages} />
    </article>
  )
}
