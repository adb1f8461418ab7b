"""
Opens the layers of a dataset in QGIS without a window, as somebody does who has the address and a password:

    qgis-layers.py DATASET USER PASSWORD RASTER VECTOR TYPE HASH

DATASET is https://host/orgs/ORG/ds/SLUG, RASTER and VECTOR are paths of files in it, TYPE is the name of
the vector file in WFS and HASH is that of its bytes.
Prints what it checks, a line of JSON each, and ends with 1 where a check failed. It wants the Python of QGIS.
"""

import json
import os
import sys
import tempfile
from urllib.parse import quote

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Settings, credentials and kept answers are of this run only.
scratch = tempfile.TemporaryDirectory(prefix="alidade-qgis-")
for name in ("QGIS_CUSTOM_CONFIG_PATH", "HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"):
    os.environ[name] = scratch.name

from qgis.core import (  # noqa: E402
    QgsApplication,
    QgsAuthMethodConfig,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsDataSourceUri,
    QgsMapRendererSequentialJob,
    QgsMapSettings,
    QgsProject,
    QgsRasterLayer,
    QgsRectangle,
    QgsVectorLayer,
    QgsVectorTileLayer,
)
from qgis.PyQt.QtCore import QSize  # noqa: E402
from qgis.PyQt.QtGui import QColor  # noqa: E402

SIDE = 200
MERCATOR = QgsCoordinateReferenceSystem("EPSG:3857")
failures = 0


def check(what, passed, **facts):
    global failures
    failures += 0 if passed else 1
    print(json.dumps({"check": what, "passed": bool(passed), **facts}), flush=True)


def credentials(user, password):
    """The id of a configuration for HTTP Basic, which all providers take."""
    manager = QgsApplication.authManager()
    manager.setMasterPassword("of this run only", True)
    config = QgsAuthMethodConfig("Basic")
    config.setName("alidade")
    config.setConfig("username", user)
    config.setConfig("password", password)
    manager.storeAuthenticationConfig(config)
    return config.id()


def shown_share(layer, extent):
    """The share of a map's pixels that a layer paints."""
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setBackgroundColor(QColor(0, 0, 0, 0))
    settings.setOutputSize(QSize(SIDE, SIDE))
    settings.setDestinationCrs(MERCATOR)
    settings.setExtent(extent)
    job = QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    painted = sum(image.pixelColor(x, y).alpha() > 0 for x in range(0, SIDE, 4) for y in range(0, SIDE, 4))
    return painted / (SIDE / 4) ** 2


def in_mercator(layer):
    way = QgsCoordinateTransform(layer.crs(), MERCATOR, QgsProject.instance())
    return way.transformBoundingBox(layer.extent())


def fault_of(layer):
    provider = layer.dataProvider()
    return "" if provider is None else provider.error().message()


def check_wms(dataset, auth, raster, vector):
    for name in (raster, vector):
        parts = {"contextualWMSLegend": 0, "crs": "EPSG:3857", "format": "image/png", "styles": "", "authcfg": auth}
        uri = "&".join(f"{key}={value}" for key, value in {**parts, "layers": quote(name)}.items())
        layer = QgsRasterLayer(f"{uri}&url={dataset}/wms", name, "wms")
        share = shown_share(layer, in_mercator(layer)) if layer.isValid() else 0
        check(f"WMS {name}", share > 0.05, share=share, fault=fault_of(layer))


def check_wmts(dataset, auth, raster):
    parts = {"crs": "EPSG:3857", "format": "image/png", "styles": "default", "tileMatrixSet": "WebMercatorQuad"}
    uri = "&".join(f"{key}={value}" for key, value in {**parts, "authcfg": auth, "layers": quote(raster)}.items())
    address = quote(f"{dataset}/wmts?service=WMTS&request=GetCapabilities", safe=":/")
    layer = QgsRasterLayer(f"{uri}&url={address}", raster, "wms")
    extent = in_mercator(layer) if layer.isValid() else QgsRectangle()
    share = shown_share(layer, extent) if layer.isValid() else 0
    check(f"WMTS {raster}", share > 0, share=share, fault=fault_of(layer))


def check_wfs(dataset, auth, type_name):
    for version in ("2.0.0", "1.1.0"):
        uri = QgsDataSourceUri()
        uri.setParam("url", f"{dataset}/wfs")
        uri.setParam("typename", type_name)
        uri.setParam("version", version)
        uri.setParam("srsname", "EPSG:4326")
        uri.setAuthConfigId(auth)
        layer = QgsVectorLayer(uri.uri(False), type_name, "WFS")
        features = list(layer.getFeatures()) if layer.isValid() else []
        fields = [field.name() for field in layer.fields()] if layer.isValid() else []
        is_placed = all(feature.hasGeometry() for feature in features)
        check(f"WFS {version}", features and is_placed, features=len(features), fields=fields, fault=fault_of(layer))
    return layer


def check_wcs(dataset, auth, raster):
    for version in ("1.0.0", "1.1.0"):
        uri = QgsDataSourceUri()
        uri.setParam("url", f"{dataset}/wcs")
        uri.setParam("identifier", raster)
        uri.setParam("version", version)
        uri.setParam("format", "GeoTIFF" if version == "1.0.0" else "image/tiff")
        uri.setParam("cache", "AlwaysNetwork")
        uri.setAuthConfigId(auth)
        layer = QgsRasterLayer(bytes(uri.encodedUri()).decode(), raster, "wcs")
        facts = {}
        if layer.isValid():
            block = layer.dataProvider().block(1, layer.extent(), 20, 20)
            facts = {"bands": layer.bandCount(), "size": [layer.width(), layer.height()]}
            facts["middle"] = block.value(10, 10) if block.isValid() else None
        check(f"WCS {version}", facts.get("middle") is not None, **facts, fault=fault_of(layer))


def check_tiles(dataset, auth, file_hash, extent):
    address = quote(f"{dataset}/mvt/{file_hash}/{{z}}/{{x}}/{{y}}.pbf", safe=":/")
    layer = QgsVectorTileLayer(f"type=xyz&url={address}&zmin=5&zmax=18&authcfg={auth}", "tiles")
    share = shown_share(layer, extent) if layer.isValid() else 0
    check("vector tiles", share > 0.02, share=share)


def main(dataset, user, password, raster, vector, type_name, file_hash):
    application = QgsApplication([], False)
    application.initQgis()
    auth = credentials(user, password)
    check_wms(dataset, auth, raster, vector)
    check_wmts(dataset, auth, raster)
    features = check_wfs(dataset, auth, type_name)
    check_wcs(dataset, auth, raster)
    check_tiles(dataset, auth, file_hash, in_mercator(features))
    application.exitQgis()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
