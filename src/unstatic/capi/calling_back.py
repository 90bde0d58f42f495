"""Functions of C libraries that call a function with data of their caller's, and only before they return.

One row each, with places that count from 0. Sources: the manuals of glibc, GLib, libuv, SQLite, LMDB, CUPS, cairo,
libgit2, libxml2, OpenSSL, Jansson, Enchant, GEOS, elfutils, binutils, libmemcached, GPGME, libpcap, Hyperscan, YARA,
FreeType, Chipmunk and ODE.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CallsBack:
    """A function, the arguments that are the callback and its data, and the callback's parameter that is the data."""

    name: str
    callback: int
    data: int
    parameter: int


ROWS = (
    CallsBack("qsort_r", 3, 4, 2),
    CallsBack("twalk_r", 1, 2, 2),
    CallsBack("dl_iterate_phdr", 0, 1, 2),
    CallsBack("g_list_foreach", 1, 2, 1),
    CallsBack("g_slist_foreach", 1, 2, 1),
    CallsBack("g_ptr_array_foreach", 1, 2, 1),
    CallsBack("g_queue_foreach", 1, 2, 1),
    CallsBack("g_sequence_foreach", 1, 2, 1),
    CallsBack("g_hash_table_foreach", 1, 2, 2),
    CallsBack("g_hash_table_foreach_remove", 1, 2, 2),
    CallsBack("g_hash_table_foreach_steal", 1, 2, 2),
    CallsBack("g_hash_table_find", 1, 2, 2),
    CallsBack("g_tree_foreach", 1, 2, 2),
    CallsBack("g_datalist_foreach", 1, 2, 2),
    CallsBack("g_list_sort_with_data", 1, 2, 2),
    CallsBack("g_slist_sort_with_data", 1, 2, 2),
    CallsBack("g_array_sort_with_data", 1, 2, 2),
    CallsBack("g_ptr_array_sort_with_data", 1, 2, 2),
    CallsBack("g_queue_sort", 1, 2, 2),
    CallsBack("g_qsort_with_data", 3, 4, 2),
    CallsBack("uv_walk", 1, 2, 1),
    CallsBack("sqlite3_exec", 2, 3, 0),
    CallsBack("mdb_reader_list", 1, 2, 1),
    CallsBack("cupsEnumDests", 5, 6, 0),
    CallsBack("cupsConnectDest", 6, 7, 0),
    CallsBack("cairo_surface_write_to_png_stream", 1, 2, 0),
    CallsBack("cairo_image_surface_create_from_png_stream", 0, 1, 0),
    CallsBack("git_reference_foreach", 1, 2, 1),
    CallsBack("git_reference_foreach_name", 1, 2, 1),
    CallsBack("git_tree_walk", 2, 3, 2),
    CallsBack("git_stash_foreach", 1, 2, 3),
    CallsBack("git_status_foreach", 1, 2, 2),
    CallsBack("git_tag_foreach", 1, 2, 2),
    CallsBack("git_submodule_foreach", 1, 2, 2),
    CallsBack("git_config_foreach", 1, 2, 1),
    CallsBack("git_odb_foreach", 1, 2, 1),
    CallsBack("git_note_foreach", 2, 3, 2),
    CallsBack("git_diff_print", 2, 3, 3),
    CallsBack("xmlHashScan", 1, 2, 1),
    CallsBack("xmlHashScanFull", 1, 2, 1),
    CallsBack("OBJ_NAME_do_all", 1, 2, 1),
    CallsBack("OBJ_NAME_do_all_sorted", 1, 2, 1),
    CallsBack("EVP_MD_do_all", 0, 1, 3),
    CallsBack("EVP_MD_do_all_sorted", 0, 1, 3),
    CallsBack("EVP_MD_do_all_provided", 1, 2, 1),
    CallsBack("EVP_CIPHER_do_all", 0, 1, 3),
    CallsBack("EVP_CIPHER_do_all_sorted", 0, 1, 3),
    CallsBack("EVP_CIPHER_do_all_provided", 1, 2, 1),
    CallsBack("json_dump_callback", 1, 2, 2),
    CallsBack("json_load_callback", 0, 1, 2),
    CallsBack("enchant_broker_describe", 1, 2, 3),
    CallsBack("enchant_broker_list_dicts", 1, 2, 4),
    CallsBack("enchant_dict_describe", 1, 2, 4),
    CallsBack("GEOSSTRtree_query", 2, 3, 1),
    CallsBack("GEOSSTRtree_query_r", 3, 4, 1),
    CallsBack("GEOSSTRtree_iterate", 1, 2, 1),
    CallsBack("GEOSSTRtree_iterate_r", 2, 3, 1),
    CallsBack("dwfl_getmodules", 1, 2, 4),
    CallsBack("bfd_map_over_sections", 1, 2, 2),
    CallsBack("memcached_stat_execute", 2, 3, 5),
    CallsBack("gpgme_op_edit", 2, 3, 0),
    CallsBack("gpgme_op_card_edit", 2, 3, 0),
    CallsBack("gpgme_op_interact", 3, 4, 0),
    CallsBack("pcap_loop", 2, 3, 0),
    CallsBack("pcap_dispatch", 2, 3, 0),
    CallsBack("hs_scan", 5, 6, 4),
    CallsBack("yr_rules_scan_mem", 4, 5, 3),
    CallsBack("yr_rules_scan_file", 3, 4, 3),
    CallsBack("yr_rules_scan_fd", 3, 4, 3),
    CallsBack("yr_rules_scan_proc", 3, 4, 3),
    CallsBack("FT_List_Iterate", 1, 2, 1),
    CallsBack("cpSpaceEachBody", 1, 2, 1),
    CallsBack("cpSpaceEachShape", 1, 2, 1),
    CallsBack("cpSpaceEachConstraint", 1, 2, 1),
    CallsBack("cpBodyEachShape", 1, 2, 2),
    CallsBack("cpBodyEachConstraint", 1, 2, 2),
    CallsBack("cpBodyEachArbiter", 1, 2, 2),
    CallsBack("dSpaceCollide", 2, 1, 0),
    CallsBack("dSpaceCollide2", 3, 2, 0),
    CallsBack("PEM_read_bio_PrivateKey", 2, 3, 3),
    CallsBack("PEM_read_bio_PUBKEY", 2, 3, 3),
    CallsBack("PEM_read_bio_RSAPrivateKey", 2, 3, 3),
    CallsBack("PEM_read_bio_X509", 2, 3, 3),
    CallsBack("PEM_read_PrivateKey", 2, 3, 3),
    CallsBack("PEM_read_PUBKEY", 2, 3, 3),
    CallsBack("PEM_write_bio_PrivateKey", 5, 6, 3),
    CallsBack("PEM_write_bio_PKCS8PrivateKey", 5, 6, 3),
    CallsBack("d2i_PKCS8PrivateKey_bio", 2, 3, 3),
)
BY_NAME = {row.name.encode(): row for row in ROWS}
