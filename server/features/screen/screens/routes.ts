/** Big screens: the standard verbs, their draft and its versions, what players show, pictures and files. */
import { screens } from '../../../../model/index.ts'
import { exportsOf } from '../../../exchange/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { add } from '../../../kernel/resources/add.ts'
import { list } from '../../../kernel/resources/list.ts'
import { options } from '../../../kernel/resources/options.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { queryScreenDesign, restoreScreenVersion, saveScreenDraft } from './design.ts'
import { downloadScreenFile, importScreenFile } from './file.ts'
import { copyScreen, screenWrites } from './make.ts'
import { downloadScreenPicture, queryScreenPicture, uploadScreenMap, uploadScreenPicture } from './pictures.ts'
import { previewScreenPage } from './preview.ts'
import { publishScreen, queryScreenVersion, queryScreenVersionContent } from './publish.ts'
import { queryScreenPage, queryScreenShown } from './shown.ts'

export const screensFeature: Feature = {
  tag: 'screens',
  routes: [
    list(screens),
    options(screens),
    add(screenWrites),
    update(screenWrites),
    remove(screenWrites),
    ...exportsOf(screens),
    queryScreenDesign,
    saveScreenDraft,
    publishScreen,
    queryScreenVersion,
    queryScreenVersionContent,
    restoreScreenVersion,
    copyScreen,
    queryScreenShown,
    queryScreenPage,
    previewScreenPage,
    uploadScreenPicture,
    uploadScreenMap,
    queryScreenPicture,
    downloadScreenPicture,
    downloadScreenFile,
    importScreenFile,
  ],
}
