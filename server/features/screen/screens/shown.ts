/** What players ask for: the published version, and all that one of its pages shows. */
import * as contract from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { implement } from '../../../kernel/http/http.ts'
import { disclosedTo } from '../shared/content.ts'
import { pageData } from '../shared/page-data.ts'
import { screenShownTo } from '../shared/published.ts'

export const queryScreenShown = implement(contract.queryScreen, {
  access: 'granted',
  allowedWith: ['read-only', 'screen'],
  summary:
    'The published version of a big screen, or of the one that stands in for a ready-made screen. Figures that the caller does not see are withheld',
  of: screens,
  async handle({ input, caller, inTenant }) {
    return inTenant(async (tx) => {
      const { id, name, version, content } = await screenShownTo(tx, input, caller)
      const view = viewOf(caller, screens)
      return {
        id,
        // A player has a heading whoever looks at it: what the list of screens hides is told by its pages alone.
        screenName: view.sees('screenName') ? name : '',
        screenVersion: version,
        content: (await disclosedTo(tx, caller, content)).content,
        mayDesign: version > 0 && caller.screen === undefined && view.allowed.includes('design'),
      }
    })
  },
})

export const queryScreenPage = implement(contract.queryScreenPage, {
  access: 'granted',
  reads: true,
  allowedWith: ['read-only', 'screen'],
  // What rows are narrowed by: who may see those fields, no noun of the log says.
  unloggedInput: ['variables'],
  summary:
    'All that a page of the published version of a big screen shows: points, figures, rows and trends, as far as the caller may see each',
  of: screens,
  async handle({ input: { id, page, variables }, caller, services, t, inTenant }) {
    const { version, content } = await inTenant((tx) => screenShownTo(tx, { id }, caller))
    return { ...(await pageData({ services, caller, t }, { content, page, variables })), screenVersion: version }
  },
})
