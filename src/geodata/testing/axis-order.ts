/**
 * For tests that call what children and programs run, whose environment says so: longitude comes first, whatever the definition of a CRS
 * says. Ways between two CRSs are kept for the files of tests that follow in a worker, so one that lacks this breaks others.
 */
import { gdal } from '../geo-driver.child.ts';

gdal.config.set('OSR_DEFAULT_AXIS_MAPPING_STRATEGY', 'TRADITIONAL_GIS_ORDER');
