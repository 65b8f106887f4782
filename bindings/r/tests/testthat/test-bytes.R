# The same plan and table give the same bytes from R and from the command line.

recodings <- list(
    lattice = list(recoding = "lattice", quasi = c("age", "sex", "zip", "born")),
    cut = list(recoding = "cut", quasi = c("age", "sex", "zip"), evaluations = 2000),
    local = list(recoding = "local", quasi = c("age", "sex", "zip", "member"), evaluations = 2000),
    mondrian = list(recoding = "mondrian", quasi = c("age", "sex", "zip")),
    suppress = list(recoding = "suppress", quasi = c("sex", "zip", "member"), evaluations = 2000),
    microaggregation = list(recoding = "microaggregation", quasi = c("score", "born"))
)

same_bytes <- function(data, arguments, info) {
    folder <- tempfile("bytes")
    dir.create(folder)
    on.exit(unlink(folder, recursive = TRUE))
    at <- function(name) file.path(folder, name)
    write_table(data, at("table.csv"))
    plan <- do.call(shoal_plan, c(list(k = 3, sensitive = "disease", suppression = 0.1, seed = 7,
                                       time_limit = 0), arguments))
    write_plan(plan, at("plan.yaml"))
    run_command("anonymize", at("table.csv"), "-p", at("plan.yaml"), "-o", at("command.csv"))
    release <- quietly(anonymize(data, plan = plan, output = at("r.csv")))
    expect_identical(rawToChar(bytes_of(at("r.csv"))), rawToChar(bytes_of(at("command.csv"))), info = info)
    quietly(anonymize(at("table.csv"), plan = at("plan.yaml"), output = at("path.csv")))
    expect_identical(bytes_of(at("path.csv")), bytes_of(at("command.csv")), info = info)
    write_release(release, at("again.csv"))
    expect_identical(bytes_of(at("again.csv")), bytes_of(at("command.csv")), info = info)
    expect_true(verify(release)$holds)
}

for (name in names(recodings)) local({
    arguments <- recodings[[name]]
    test_that(paste("the bytes of", name, "are those of the command line"), {
        skip_without_command()
        for (seed in seq_len(cases(3))) {
            same_bytes(random_table(seed), arguments, paste("seed", seed))
        }
    })
})

test_that("a release that was saved and loaded has the same rows in an order of their cells", {
    skip_without_command()
    release <- quietly(anonymize(random_table(5), k = 3, quasi = ~ age + sex + zip, sensitive = ~ disease))
    first <- tempfile(fileext = ".csv")
    second <- tempfile(fileext = ".csv")
    saved <- tempfile(fileext = ".rds")
    write_release(release, first)
    saveRDS(release, saved)
    write_release(readRDS(saved), second)
    expect_identical(sort(readLines(second)), sort(readLines(first)))
    kept <- release
    kept$data <- kept$data[rev(seq_len(nrow(kept$data))), ]
    saveRDS(kept, saved)
    third <- tempfile(fileext = ".csv")
    write_release(readRDS(saved), third)
    expect_identical(bytes_of(third), bytes_of(second))  # the order of the rows is not that of the frame
})
