import type { Feature } from '../../../kernel/http/http.ts'
import { emptyBin, erase, putIntoBin, restore } from './bin.ts'
import { picture, storeUpload } from './upload.ts'
import { download } from './download.ts'
import { makeLink, readLinks, withdrawLink } from './links.ts'
import { listFiles } from './list.ts'
import { move } from './move.ts'
import { linkRoutes } from './open-link.ts'
import { issuePlayTicket, playPart } from './play.ts'
import { fileTypes, folderTree } from './folder-tree.ts'
import { content } from './range-route.ts'
import { upload } from './resumable/routes.ts'
import { shareOptions } from './share-options.ts'
import { changeShares, readShares } from './shares.ts'
import { issueTicket, redeemTicket } from './tickets.ts'
import { usage } from './usage.ts'
import { readVersions, restoreVersion } from './versions.ts'
import { makeFolder, rename, shareWithAll } from './edit.ts'

export const filesFeature: Feature = {
  tag: 'files',
  routes: [
    folderTree,
    listFiles,
    fileTypes,
    storeUpload,
    download,
    picture,
    makeFolder,
    rename,
    shareWithAll,
    move,
    putIntoBin,
    restore,
    erase,
    emptyBin,
    readVersions,
    restoreVersion,
    readShares,
    shareOptions,
    changeShares,
    makeLink,
    readLinks,
    withdrawLink,
    usage,
    ...linkRoutes,
    upload,
    content,
    issueTicket,
    redeemTicket,
    issuePlayTicket,
    playPart,
  ],
}
