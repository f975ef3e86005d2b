// The command line: counts, choices, refusals. Cases C25 (counts beyond 32 bits) and C33 (bad arguments).
// Room: tests/unit.
// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "catch.hpp"
#include "harness/options.hpp"
#include "scan/errors.hpp"

using namespace scan;
using namespace scan::harness;
using scan::test::contains;

namespace {

constexpr std::uint64_t kOne = 1;

Chapter chapter_with_everything() {
  Chapter chapter{.name = "08_scan_then_propagate",
                  .title = "any N",
                  .has_local = true,
                  .has_reduction = true,
                  .has_grain = true,
                  .has_block = true};
  chapter.stages = [](const Selection&) {
    std::vector<Stage> stages(1);
    stages[0].opengl = [](const opengl::Context&, const Request&) {
      return OpenGlScan();
    };
    stages[0].vulkan = [](const vulkan::Device&, const Request&) {
      return VulkanScan();
    };
    return stages;
  };
  return chapter;
}

Chapter chapter_of_one_workgroup() {
  Chapter chapter = chapter_with_everything();
  chapter.name = "03_hillis_steele";
  chapter.has_local = chapter.has_reduction = chapter.has_grain = chapter.has_block = false;
  chapter.types = {ElementType::uint32};
  return chapter;
}

Options parse(const Chapter& chapter, std::vector<const char*> words) {
  words.insert(words.begin(), chapter.name.c_str());
  return std::get<Options>(parse_options(chapter, static_cast<int>(words.size()), words.data()));
}

Options parse(std::vector<const char*> words) {
  return parse(chapter_with_everything(), std::move(words));
}

/// What the error says; empty when there is none.
std::string error_of(const Chapter& chapter, std::vector<const char*> words) {
  try {
    parse(chapter, std::move(words));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

std::string error_of(std::vector<const char*> words) {
  return error_of(chapter_with_everything(), std::move(words));
}

}  // namespace

TEST_CASE("counts are read as digits, powers, sums and binary suffixes") {
  CHECK(parse_count("--items", "0") == 0);
  CHECK(parse_count("--items", "1000003") == 1000003);
  CHECK(parse_count("--items", "2^20") == kOne << 20);
  CHECK(parse_count("--items", "2^24+1") == (kOne << 24) + 1);
  CHECK(parse_count("--items", "10^3") == 1000);
  CHECK(parse_count("--items", "7^0") == 1);
  CHECK(parse_count("--items", "0^5") == 0);
  CHECK(parse_count("--items", "64Ki") == kOne << 16);
  CHECK(parse_count("--items", "64Mi") == kOne << 26);
  CHECK(parse_count("--items", "2Gi+3") == (kOne << 31) + 3);
}

TEST_CASE("C25: counts beyond 32 bits keep their value") {
  CHECK(parse_count("--items", "2147483647") == (kOne << 31) - 1);
  CHECK(parse_count("--items", "2147483648") == kOne << 31);
  CHECK(parse_count("--items", "3000000000") == 3000000000u);
  CHECK(parse_count("--items", "4294967296") == kOne << 32);
  CHECK(parse_count("--items", "2^33") == kOne << 33);
  CHECK(parse_count("--items", "9223372036854775807") == (kOne << 63) - 1);  // the most there is
  CHECK(parse({"--items", "4294967296"}).num_items == kOne << 32);
}

TEST_CASE("C33: what is no count is refused in one line that names the option") {
  for (const char* text : {"-1", "abc", "1e6", "10 ", " 10", "", "0x10", "+5", "5+", "2^", "^2", "2^2^2",
                           "1.5", "64mi", "Ki", "1,000", "--5", "99999999999999999999x"}) {
    CAPTURE(text);
    const std::string error = error_of({"--items", text});
    CHECK_THAT(error, contains("--items: "));
    CHECK(error.find('\n') == std::string::npos);
  }
  CHECK_THROWS_WITH(parse_count("--items", "abc"), contains("\"abc\" is not a count"));
}

TEST_CASE("C33: counts beyond 63 bits are refused, not wrapped") {
  for (const char* text : {"99999999999999999999", "9223372036854775808", "2^63", "2^64",
                           "2^99999999999999999999", "8589934592Gi", "2^62+2^62", "18446744073709551616"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(parse_count("--items", text), contains("too large"));
  }
}

TEST_CASE("C33: zero repeats, zero invocations and zero items a thread are refused") {
  CHECK_THAT(error_of({"--repeat", "0"}), contains("--repeat: 0 is too small; the least is 1"));
  CHECK_THAT(error_of({"--workgroup", "0"}), contains("--workgroup: 0 is too small; the least is 1"));
  CHECK_THAT(error_of({"--grain", "0"}), contains("--grain: 0 is too small"));
  CHECK_THAT(error_of({"--block", "0"}), contains("--block: 0 is too small"));
  CHECK_THAT(error_of({"--workgroup", "4294967296"}), contains("the most is 4294967295"));
  CHECK_THAT(error_of({"--limit-groups", "0"}), contains("--limit-groups: 0 is too small"));
}

TEST_CASE("C33: unknown options, options without a value and options given twice are refused by name") {
  CHECK(error_of({"--itms", "3"}) == "--itms: unknown option; see --help");
  CHECK(error_of({"--seed", "1", "-x"}) == "-x: unknown option; see --help");
  CHECK(error_of({"1000"}) == "\"1000\" belongs to no option; see --help");
  CHECK(error_of({"--items"}) == "--items: needs a value; see --help");
  CHECK(error_of({"--items", "3", "--items", "4"}) == "--items: may be given once only");
  CHECK(error_of({"--items", "--seed", "3"}) == "--items: needs a value, not the option --seed");
  CHECK(error_of({"--output", "--validation"}) == "--output: needs a value, not the option --validation");
}

TEST_CASE("flags take no value") {
  CHECK(error_of({"--in-place=false"}) == "--in-place: takes no value");
  CHECK(error_of({"--validation=banana"}) == "--validation: takes no value");
  CHECK(error_of({"--in-place="}) == "--in-place: takes no value");
}

TEST_CASE("the report and the scan, or the report and the input, are no one file") {
  CHECK_THAT(error_of({"--json", "a", "--output", "./a"}),
             contains("--json: ./a is the file of --output as well"));
  CHECK_THAT(error_of({"--json", "x.npy", "--input", "x.npy"}), contains("of --input as well"));
  CHECK(error_of({"--input", "x.npy", "--output", "x.npy"}).empty());
  CHECK(error_of({"--json", "-", "--output", "a"}).empty());
  CHECK_THAT(error_of({"--output", "-"}), contains("--output: - is no file"));
}

TEST_CASE("names that an option does not have are refused with those that it has") {
  CHECK(error_of({"--type", "float"}) == "--type: \"float\" is none of uint32, int32, uint64, float32");
  CHECK_THAT(error_of({"--api", "metal"}), contains("--api: \"metal\" is none of cpu, opengl, vulkan"));
  CHECK_THAT(error_of({"--kind", "both"}), contains("--kind: \"both\" is none of inclusive, exclusive"));
  CHECK_THAT(error_of({"--local", "warp"}), contains("--local: \"warp\" is none of hillis-steele"));
}

TEST_CASE("options that mean nothing in a chapter are refused by name") {
  const Chapter chapter = chapter_of_one_workgroup();
  CHECK(error_of(chapter, {"--local", "raking"}) == "--local: means nothing in chapter 03");
  CHECK(error_of(chapter, {"--reduce", "tree"}) == "--reduce: means nothing in chapter 03");
  CHECK(error_of(chapter, {"--grain", "4"}) == "--grain: means nothing in chapter 03");
  CHECK(error_of(chapter, {"--block", "4"}) == "--block: means nothing in chapter 03");
  CHECK_THAT(error_of(chapter, {"--api", "cpu"}),
             contains("chapter 03 has no stage for cpu; it runs on opengl and vulkan"));
  CHECK(error_of(chapter, {"--type", "float32"}) ==
        "--type: chapter 03 scans uint32 only; float32 works from chapter 08 on");
}

TEST_CASE("a chapter without a GPU runs on the CPU and refuses what only a GPU has") {
  Chapter chapter{.name = "01_serial", .title = "what a scan is", .uses_gpu = false, .has_workgroup = false};
  CHECK(parse(chapter, {}).apis == std::vector{Api::cpu});
  CHECK(parse(chapter, {"--api", "all"}).apis == std::vector{Api::cpu});
  CHECK_THAT(error_of(chapter, {"--api", "vulkan"}), contains("it runs on cpu"));
  CHECK(error_of(chapter, {"--validation"}) == "--validation: means nothing in chapter 01");
  CHECK(error_of(chapter, {"--limit-groups", "7"}) == "--limit-groups: means nothing in chapter 01");
}

TEST_CASE("an input file sets the items, so options that would set them too are refused") {
  for (const char* option : {"--items", "--pattern", "--seed", "--type"}) {
    CAPTURE(option);
    const char* value = std::string(option) == "--pattern" ? "ones"
                        : std::string(option) == "--type"  ? "uint32"
                                                           : "1";
    CHECK_THAT(error_of({"--input", "a.npy", option, value}),
               contains(std::string(option) + ": the items come from the file"));
  }
  CHECK(parse({"--input", "a.npy"}).input_file == "a.npy");
}

TEST_CASE("what is given arrives, and what is not has its default") {
  const Options none = parse({});
  CHECK(none.apis == std::vector{Api::opengl, Api::vulkan});
  CHECK_FALSE(none.apis_were_asked_for);
  CHECK_FALSE(none.num_items);
  CHECK(none.kinds == std::vector{Kind::inclusive, Kind::exclusive});
  CHECK(none.repeats == 5);
  CHECK(none.selection.locals.empty());

  const Options all = parse({"--api",
                             "vulkan",
                             "--items",
                             "2^20",
                             "--type",
                             "uint64",
                             "--operator",
                             "last",
                             "--kind",
                             "exclusive",
                             "--in-place",
                             "--pattern",
                             "iota",
                             "--seed",
                             "7",
                             "--local",
                             "all",
                             "--reduce",
                             "raking",
                             "--workgroup",
                             "96",
                             "--grain",
                             "4",
                             "--block",
                             "64",
                             "--device",
                             "1",
                             "--repeat",
                             "3",
                             "--json",
                             "-",
                             "--validation",
                             "--limit-groups",
                             "7",
                             "--limit-range",
                             "1Ki",
                             "--limit-shared",
                             "16Ki",
                             "--limit-invocations",
                             "128",
                             "--limit-memory",
                             "8Gi"});
  CHECK(all.apis == std::vector{Api::vulkan});
  CHECK(all.apis_were_asked_for);
  CHECK(all.num_items == kOne << 20);
  CHECK(all.type == ElementType::uint64);
  CHECK(all.op == Operator::last);
  CHECK(all.kinds == std::vector{Kind::exclusive});
  CHECK(all.in_place);
  CHECK(all.pattern == Pattern::iota);
  CHECK(all.seed == 7);
  CHECK(all.selection.locals.size() == 4);
  CHECK(all.selection.reductions == std::vector{Reduction::raking});
  CHECK(all.configuration.workgroup_size == 96u);
  CHECK(all.configuration.grain == 4u);
  CHECK(all.selection.block_every == 64u);
  CHECK(all.device == "1");
  CHECK(all.repeats == 3);
  CHECK(all.json_file == "-");
  CHECK(all.validation);
  CHECK(all.clamp.groups == 7u);
  CHECK(all.clamp.binding_bytes == 1024u);
  CHECK(all.clamp.shared_bytes == 16384u);
  CHECK(all.clamp.invocations == 128u);
  CHECK(all.clamp.memory_bytes == kOne << 33);
}
