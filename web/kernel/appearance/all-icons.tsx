import AlertOutlined from '@ant-design/icons/es/icons/AlertOutlined'
import ApartmentOutlined from '@ant-design/icons/es/icons/ApartmentOutlined'
import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import AreaChartOutlined from '@ant-design/icons/es/icons/AreaChartOutlined'
import ArrowLeftOutlined from '@ant-design/icons/es/icons/ArrowLeftOutlined'
import ArrowRightOutlined from '@ant-design/icons/es/icons/ArrowRightOutlined'
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import BarChartOutlined from '@ant-design/icons/es/icons/BarChartOutlined'
import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import BookOutlined from '@ant-design/icons/es/icons/BookOutlined'
import BranchesOutlined from '@ant-design/icons/es/icons/BranchesOutlined'
import BugOutlined from '@ant-design/icons/es/icons/BugOutlined'
import BuildOutlined from '@ant-design/icons/es/icons/BuildOutlined'
import CarryOutOutlined from '@ant-design/icons/es/icons/CarryOutOutlined'
import CheckSquareOutlined from '@ant-design/icons/es/icons/CheckSquareOutlined'
import CloseCircleOutlined from '@ant-design/icons/es/icons/CloseCircleOutlined'
import CloudOutlined from '@ant-design/icons/es/icons/CloudOutlined'
import CloudServerOutlined from '@ant-design/icons/es/icons/CloudServerOutlined'
import ClusterOutlined from '@ant-design/icons/es/icons/ClusterOutlined'
import CodeOutlined from '@ant-design/icons/es/icons/CodeOutlined'
import CompassOutlined from '@ant-design/icons/es/icons/CompassOutlined'
import ContainerOutlined from '@ant-design/icons/es/icons/ContainerOutlined'
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import DatabaseOutlined from '@ant-design/icons/es/icons/DatabaseOutlined'
import DeploymentUnitOutlined from '@ant-design/icons/es/icons/DeploymentUnitOutlined'
import DesktopOutlined from '@ant-design/icons/es/icons/DesktopOutlined'
import DotChartOutlined from '@ant-design/icons/es/icons/DotChartOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import ExperimentOutlined from '@ant-design/icons/es/icons/ExperimentOutlined'
import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import FieldTimeOutlined from '@ant-design/icons/es/icons/FieldTimeOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FileExcelOutlined from '@ant-design/icons/es/icons/FileExcelOutlined'
import FileProtectOutlined from '@ant-design/icons/es/icons/FileProtectOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import FileZipOutlined from '@ant-design/icons/es/icons/FileZipOutlined'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import FormOutlined from '@ant-design/icons/es/icons/FormOutlined'
import FundOutlined from '@ant-design/icons/es/icons/FundOutlined'
import GatewayOutlined from '@ant-design/icons/es/icons/GatewayOutlined'
import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined'
import GoldOutlined from '@ant-design/icons/es/icons/GoldOutlined'
import HddOutlined from '@ant-design/icons/es/icons/HddOutlined'
import HeatMapOutlined from '@ant-design/icons/es/icons/HeatMapOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import IdcardOutlined from '@ant-design/icons/es/icons/IdcardOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import KeyOutlined from '@ant-design/icons/es/icons/KeyOutlined'
import LayoutOutlined from '@ant-design/icons/es/icons/LayoutOutlined'
import LineChartOutlined from '@ant-design/icons/es/icons/LineChartOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import MonitorOutlined from '@ant-design/icons/es/icons/MonitorOutlined'
import NodeIndexOutlined from '@ant-design/icons/es/icons/NodeIndexOutlined'
import NotificationOutlined from '@ant-design/icons/es/icons/NotificationOutlined'
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined'
import PartitionOutlined from '@ant-design/icons/es/icons/PartitionOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import PieChartOutlined from '@ant-design/icons/es/icons/PieChartOutlined'
import PlayCircleOutlined from '@ant-design/icons/es/icons/PlayCircleOutlined'
import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import ProjectOutlined from '@ant-design/icons/es/icons/ProjectOutlined'
import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined'
import ReadOutlined from '@ant-design/icons/es/icons/ReadOutlined'
import RocketOutlined from '@ant-design/icons/es/icons/RocketOutlined'
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import SaveOutlined from '@ant-design/icons/es/icons/SaveOutlined'
import ScheduleOutlined from '@ant-design/icons/es/icons/ScheduleOutlined'
import SecurityScanOutlined from '@ant-design/icons/es/icons/SecurityScanOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import SkinOutlined from '@ant-design/icons/es/icons/SkinOutlined'
import SlidersOutlined from '@ant-design/icons/es/icons/SlidersOutlined'
import SnippetsOutlined from '@ant-design/icons/es/icons/SnippetsOutlined'
import SolutionOutlined from '@ant-design/icons/es/icons/SolutionOutlined'
import StopOutlined from '@ant-design/icons/es/icons/StopOutlined'
import TableOutlined from '@ant-design/icons/es/icons/TableOutlined'
import TagsOutlined from '@ant-design/icons/es/icons/TagsOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import ToolOutlined from '@ant-design/icons/es/icons/ToolOutlined'
import TranslationOutlined from '@ant-design/icons/es/icons/TranslationOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import WifiOutlined from '@ant-design/icons/es/icons/WifiOutlined'
import type { ComponentType } from 'react'
import type { MenuIcon } from '../../../model/system/menu-catalogue.ts'

const icons: Readonly<Record<MenuIcon, ComponentType<{ 'aria-hidden': true }>>> = {
  alert: AlertOutlined,
  apartment: ApartmentOutlined,
  api: ApiOutlined,
  appstore: AppstoreOutlined,
  'area-chart': AreaChartOutlined,
  'arrow-left': ArrowLeftOutlined,
  'arrow-right': ArrowRightOutlined,
  audit: AuditOutlined,
  'bar-chart': BarChartOutlined,
  bell: BellOutlined,
  book: BookOutlined,
  branches: BranchesOutlined,
  bug: BugOutlined,
  build: BuildOutlined,
  'carry-out': CarryOutOutlined,
  'check-square': CheckSquareOutlined,
  'close-circle': CloseCircleOutlined,
  cloud: CloudOutlined,
  'cloud-server': CloudServerOutlined,
  cluster: ClusterOutlined,
  code: CodeOutlined,
  compass: CompassOutlined,
  container: ContainerOutlined,
  control: ControlOutlined,
  copy: CopyOutlined,
  dashboard: DashboardOutlined,
  database: DatabaseOutlined,
  'deployment-unit': DeploymentUnitOutlined,
  desktop: DesktopOutlined,
  'dot-chart': DotChartOutlined,
  edit: EditOutlined,
  environment: EnvironmentOutlined,
  experiment: ExperimentOutlined,
  'eye-invisible': EyeInvisibleOutlined,
  'field-time': FieldTimeOutlined,
  file: FileOutlined,
  'file-excel': FileExcelOutlined,
  'file-protect': FileProtectOutlined,
  'file-text': FileTextOutlined,
  'file-zip': FileZipOutlined,
  'folder-open': FolderOpenOutlined,
  form: FormOutlined,
  fund: FundOutlined,
  gateway: GatewayOutlined,
  global: GlobalOutlined,
  gold: GoldOutlined,
  hdd: HddOutlined,
  'heat-map': HeatMapOutlined,
  history: HistoryOutlined,
  idcard: IdcardOutlined,
  inbox: InboxOutlined,
  key: KeyOutlined,
  layout: LayoutOutlined,
  'line-chart': LineChartOutlined,
  link: LinkOutlined,
  lock: LockOutlined,
  menu: MenuOutlined,
  monitor: MonitorOutlined,
  'node-index': NodeIndexOutlined,
  notification: NotificationOutlined,
  'ordered-list': OrderedListOutlined,
  partition: PartitionOutlined,
  picture: PictureOutlined,
  'pie-chart': PieChartOutlined,
  'play-circle': PlayCircleOutlined,
  profile: ProfileOutlined,
  project: ProjectOutlined,
  'question-circle': QuestionCircleOutlined,
  read: ReadOutlined,
  rocket: RocketOutlined,
  safety: SafetyOutlined,
  save: SaveOutlined,
  schedule: ScheduleOutlined,
  'security-scan': SecurityScanOutlined,
  setting: SettingOutlined,
  skin: SkinOutlined,
  sliders: SlidersOutlined,
  snippets: SnippetsOutlined,
  solution: SolutionOutlined,
  stop: StopOutlined,
  table: TableOutlined,
  tags: TagsOutlined,
  team: TeamOutlined,
  thunderbolt: ThunderboltOutlined,
  tool: ToolOutlined,
  translation: TranslationOutlined,
  'unordered-list': UnorderedListOutlined,
  user: UserOutlined,
  warning: WarningOutlined,
  wifi: WifiOutlined,
}

/** Every icon an entry of the menu can have. Heavy: loaded where somebody chooses one, or has chosen an unusual one. */
export default function AnyIcon({ name }: { name: string | null | undefined }) {
  const Icon = Object.hasOwn(icons, name ?? '') ? icons[name as MenuIcon] : icons.appstore
  return <Icon aria-hidden={true} />
}
